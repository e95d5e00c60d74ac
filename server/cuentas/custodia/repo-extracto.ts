import { type RawBuilder, sql } from 'kysely'
import type { FilaExtracto, PruebaDada } from '#contract/cuentas/custodia/custodia'
import type { FilaDisputa } from '#contract/cuentas/custodia/disputas'
import { MAX_DICHOS } from '#contract/cuentas/custodia/values'
import type { ClaseDicho } from '#contract/values/dichos'
import type { Db } from '../../platform/db/client'
import { readTogether, type Walk, walkQuery, walkWithSums } from '../../platform/db/queries/cursor'
import { isoPlanta } from '../../platform/time/time'

/** A statement of one partner. `ajeno`: the partner's own users ask for it. */
export type Extracto = {
  tercero: number
  familia: string | null
  search: string | null
  disputa: boolean
  /** Exclusive. */
  desde: Date
  hasta: Date
  ajeno: boolean
  zona: string
}

type Row = Omit<FilaExtracto, 'momento' | 'anotado' | 'dichos'> & {
  momento: Date
  anotado: Date
  suyo: boolean
  dichos: {
    clase: ClaseDicho
    momento: string
    nota: string
    autor: string
    ajeno: boolean
    prueba: PruebaDada | null
  }[]
}

const withoutDocument = (p: PruebaDada): PruebaDada => ({ ...p, documento: null, recuento: null })

/** The moments of a kept proof in the plant's time zone. */
function presentPrueba(p: PruebaDada, zona: string): PruebaDada {
  const inZona = (o: PruebaDada['visto']) => o && { ...o, momento: isoPlanta(new Date(o.momento), zona) }
  return { ...p, visto: inZona(p.visto), ultimo: inZona(p.ultimo) }
}

/**
 * Whether a line between two partners was entered for the other one: what went to it was. Of an entry that reverses another one, what comes
 * back from it. Its document and note are the other's.
 */
const isOfOther = ({ otro, anula, cantidad }: Pick<Row, 'otro' | 'anula' | 'cantidad'>) =>
  otro === 'tercero' && cantidad < 0 === (anula === null)

/** Removes what a partner may not see: names, documents and notes of other partners, and places that are not its own. */
function present({ suyo, ...r }: Row, { ajeno, zona }: Pick<Extracto, 'ajeno' | 'zona'>): FilaExtracto {
  const isHidden = ajeno && isOfOther(r)
  return {
    ...r,
    momento: isoPlanta(r.momento, zona),
    anotado: isoPlanta(r.anotado, zona),
    otro_nombre: ajeno ? null : r.otro_nombre,
    documento: isHidden ? null : r.documento,
    nota: isHidden ? null : r.nota,
    lugar: ajeno && !suyo ? null : r.lugar,
    dichos: r.dichos.map((d) => ({
      ...d,
      momento: isoPlanta(new Date(d.momento), zona),
      prueba: d.prueba && presentPrueba(isHidden ? withoutDocument(d.prueba) : d.prueba, zona),
    })),
  }
}

/** The last statement about an entry `m` by or to a partner (dispute, answer, settlement). */
const lastDicho = (tercero: number | RawBuilder<number>) =>
  sql`(select x.clase from movimiento_dicho x where x.movimiento_id = m.id and x.tercero_id = ${tercero} order by x.id desc limit 1)`

/** What was said last of each line that somebody disputed: of these all but the settled ones are open. */
const openOf = (empresa: number | null, tercero: number | null) => sql`(
  select distinct on (d.movimiento_id, d.tercero_id) d.movimiento_id, d.tercero_id, d.clase from movimiento_dicho d
  where (${empresa}::int is null or d.empresa_id = ${empresa}) and (${tercero}::bigint is null or d.tercero_id = ${tercero})
  order by d.movimiento_id, d.tercero_id, d.id desc
)`

/** The document of an entry as far as the statement shows it (`isOfOther`). */
const documentOf = (e: Extracto, half: 'a_id' | 'de_id') =>
  e.ajeno
    ? sql`case when m.${sql.ref(half === 'a_id' ? 'de_id' : 'a_id')} is null or (m.anula is null) <> ${half === 'de_id'} then m.documento end`
    : sql`m.documento`

/** Lines of a statement from one half of the entries: those that increase the balance (`a_id`), or those that reduce it (`de_id`). */
const ofHalf = (e: Extracto, half: 'a_id' | 'de_id') => sql`m.${sql.ref(half)} = ${e.tercero}
  and m.momento >= ${e.desde} and m.momento < ${e.hasta}
  and (${e.familia}::text is null or m.familia = ${e.familia})
  and (${e.search}::text is null or strpos(lower(coalesce(m.contenedor, '') || chr(31) || coalesce(${documentOf(e, half)}, '')), lower(${e.search ?? ''})) > 0)
  ${e.disputa ? sql`and m.id = any(array(select x.movimiento_id from ${openOf(null, e.tercero)} x where x.clase <> 'acuerdo'))` : sql``}`

/** @param mas further columns */
const linesOf = <R extends Row>(
  tercero: number | RawBuilder<number>,
  from: RawBuilder<unknown>,
  mas = sql``,
) => sql<R>`
  select m.id, m.momento, m.anotado, m.clase, case when m.a_id = ${tercero} then m.cantidad else -m.cantidad end as cantidad,
    m.familia, m.contenedor, m.documento, m.nota, m.lugar, round(m.certeza::numeric, 3)::float8 as certeza, m.anula, m.sobre,
    case when m.fuera is not null then 'fuera' when o.id is null then 'propio' else 'tercero' end as otro, o.nombre as otro_nombre,
    exists (select from tercero_lugar l where l.ubicacion_id = m.ubicacion_id and l.tercero_id = ${tercero}) as suyo,
    exists (select from movimiento x where x.anula = m.id) as anulada,
    (select coalesce(json_agg(json_build_object('clase', d.clase, 'momento', d.momento, 'nota', d.nota, 'autor', d.autor, 'ajeno', d.ajeno,
       'prueba', d.prueba)
       order by d.id), '[]')
     from (select * from movimiento_dicho d where d.movimiento_id = m.id and d.tercero_id = ${tercero} order by d.id desc limit ${MAX_DICHOS}) d) as dichos ${mas}
  from ${from} m
  left join tercero o on o.id = case when m.a_id = ${tercero} then m.de_id else m.a_id end
  order by m.momento desc, m.id desc`

/** @param page null: all of it */
function queryOf(e: Extracto, page: { desde: number; cuantas: number } | null) {
  const half = (h: 'a_id' | 'de_id') => sql`(select m.* from movimiento m where ${ofHalf(e, h)}
    ${page ? sql`order by m.momento desc, m.id desc limit ${page.desde + page.cuantas}` : sql``})`
  return linesOf(
    e.tercero,
    sql`(select * from (${half('a_id')} union all ${half('de_id')}) m
      ${page ? sql`order by m.momento desc, m.id desc limit ${page.cuantas} offset ${page.desde}` : sql``})`,
  )
}

async function findExtracto(db: Db, e: Extracto, desde: number, cuantas: number): Promise<FilaExtracto[]> {
  const { rows } = await queryOf(e, { desde, cuantas }).execute(db)
  return rows.map((r) => present(r, e))
}

const sumAll = async (snapshot: Db, e: Extracto) => ({
  total: await countExtracto(snapshot, e),
  suma: await sumExtracto(snapshot, e),
})
export type SumasExtracto = Awaited<ReturnType<typeof sumAll>>

/** A page of it, with its sums and the number of its lines. */
export const readExtracto = (db: Db, e: Extracto, desde: number, cuantas: number) =>
  readTogether(db, async (snapshot) => ({
    data: await findExtracto(snapshot, e, desde, cuantas),
    ...(await sumAll(snapshot, e)),
  }))

export const walkExtracto = (db: Db, e: Extracto): Walk<FilaExtracto, SumasExtracto> =>
  walkWithSums(
    db,
    (snapshot) => sumAll(snapshot, e),
    () => queryOf(e, null),
    (r: Row) => present(r, e),
  )

export type Disputadas = { empresa: number | null; tercero: number | null }
type RowDisputa = Row & Pick<FilaDisputa, 'empresa' | 'tercero'>

/** @param page null: all of it */
function disputasOf({ empresa, tercero }: Disputadas, page: { desde: number; cuantas: number } | null) {
  const open = sql`(select m.*, x.tercero_id as de_quien from ${openOf(empresa, tercero)} x join movimiento m on m.id = x.movimiento_id
    where x.clase <> 'acuerdo' ${page ? sql`order by m.momento desc, m.id desc, x.tercero_id limit ${page.cuantas} offset ${page.desde}` : sql``})`
  return linesOf<RowDisputa>(
    sql`m.de_quien`,
    open,
    sql`, m.empresa_id as empresa, (select json_build_object('id', t.id, 'nombre', t.nombre) from tercero t where t.id = m.de_quien) as tercero`,
  )
}

const presentDisputa = (r: RowDisputa, zona: string): FilaDisputa => ({
  ...present(r, { ajeno: false, zona }),
  empresa: r.empresa,
  tercero: r.tercero,
})

/** The disputed lines of all statements, newest first. */
export async function findDisputas(
  db: Db,
  { zona, ...de }: Disputadas & Pick<Extracto, 'zona'>,
  desde: number,
  cuantas: number,
): Promise<FilaDisputa[]> {
  const { rows } = await disputasOf(de, { desde, cuantas }).execute(db)
  return rows.map((r) => presentDisputa(r, zona))
}

export const walkDisputas = (db: Db, { zona, ...de }: Disputadas & Pick<Extracto, 'zona'>) =>
  walkQuery(
    db,
    async () => disputasOf(de, null),
    (r: RowDisputa) => presentDisputa(r, zona),
  )

export async function countDisputas(db: Db, { empresa, tercero }: Disputadas): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${openOf(empresa, tercero)} x where x.clase <> 'acuerdo'`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countExtracto(db: Db, e: Extracto): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*)::int from movimiento m where ${ofHalf(e, 'a_id')})
      + (select count(*)::int from movimiento m where ${ofHalf(e, 'de_id')}) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The balance of the family before and after the period, its increases and decreases; reversed entries and reversals are left out. */
export async function sumExtracto(db: Db, e: Extracto) {
  const all = { ...e, search: null, disputa: false }
  const after = { ...all, desde: e.hasta, hasta: new Date(8.64e15 / 8) }
  const net = sql`m.clase <> 'anulada' and not exists (select from movimiento x where x.anula = m.id)`
  const { rows } = await sql<{ ahora: number; entradas: number; salidas: number; luego: number }>`
    select (select coalesce(sum(n), 0)::int from saldo where cuenta = ${e.tercero} and (${e.familia}::text is null or familia = ${e.familia})) as ahora,
      (select coalesce(sum(m.cantidad), 0)::int from movimiento m where ${ofHalf(all, 'a_id')} and ${net}) as entradas,
      (select coalesce(sum(m.cantidad), 0)::int from movimiento m where ${ofHalf(all, 'de_id')} and ${net}) as salidas,
      (select coalesce(sum(m.cantidad), 0)::int from movimiento m where ${ofHalf(after, 'a_id')})
        - (select coalesce(sum(m.cantidad), 0)::int from movimiento m where ${ofHalf(after, 'de_id')}) as luego`.execute(
    db,
  )
  const { ahora = 0, entradas = 0, salidas = 0, luego = 0 } = rows[0] ?? {}
  const final = ahora - luego
  return { inicial: final - entradas + salidas, entradas, salidas, final }
}

export type Linea = {
  id: number
  empresa: number
  /** The partner whose statement has the line: the named one, else the one that receives, else the one that gives. */
  tercero: number | null
  nombreTercero: string
  momento: Date
  documento: string | null
  de: number | null
  a: number | null
  cantidad: number
  familia: string
  dispositivo: number | null
  contenedor: string | null
  clase: string
  anulada: boolean
  /** The last thing said about it. */
  dicho: ClaseDicho | null
  dichos: number
}

/** The company of a line; undefined: there is no such line. */
export async function findEmpresaOfLinea(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{
    empresa: number
  }>`select empresa_id as empresa from movimiento where id = ${id}`.execute(db)
  return rows[0]?.empresa
}

/** A line that is to be disputed, answered or settled. */
export async function findLinea(tx: Db, id: number, tercero: number | undefined): Promise<Linea | undefined> {
  const quien = sql<number>`coalesce(${tercero ?? null}::bigint, m.a_id, m.de_id)`
  const { rows } = await sql<Linea>`
    select m.id, m.empresa_id as empresa, ${quien} as tercero, (select t.nombre from tercero t where t.id = ${quien}) as "nombreTercero",
      m.momento, m.documento, m.de_id as de, m.a_id as a, m.cantidad, m.familia, m.dispositivo_id as dispositivo, m.contenedor,
      m.clase, exists (select from movimiento x where x.anula = m.id) as anulada, ${lastDicho(quien)} as dicho,
      (select count(*)::int from movimiento_dicho x where x.movimiento_id = m.id and x.tercero_id = ${quien}) as dichos
    from movimiento m where m.id = ${id}`.execute(tx)
  return rows[0]
}

/** @returns its id */
export async function addDicho(
  tx: Db,
  d: {
    empresa: number
    linea: number
    tercero: number
    clase: ClaseDicho
    nota: string
    persona: number
    autor: string
    ajeno: boolean
    prueba: PruebaDada | null
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into movimiento_dicho (empresa_id, movimiento_id, tercero_id, clase, nota, persona_id, autor, ajeno, prueba)
    values (${d.empresa}, ${d.linea}, ${d.tercero}, ${d.clase}, ${d.nota}, ${d.persona}, ${d.autor}, ${d.ajeno},
      ${d.prueba && JSON.stringify(d.prueba)}::jsonb)
    returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** A line as it stands in the statement of a partner. */
export async function getLinea(db: Db, id: number, tercero: number, who: Pick<Extracto, 'ajeno' | 'zona'>) {
  const { rows } = await linesOf(tercero, sql`(select * from movimiento where id = ${id})`).execute(db)
  return present(rows[0] as Row, who)
}
