import { sql } from 'kysely'
import type { FilaPila, Pilas } from '#contract/cuentas/pilas/pilas'
import { CLASES_PILA, type ClasePila, type MotivoPila, type OrdenPila } from '#contract/cuentas/pilas/values'
import { listFamiliasWith } from '../../parque/dispositivos/repo'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { ofSearch } from '../../platform/db/queries/search'
import { isoPlanta } from '../../platform/time/time'
import { findParque } from '../perdidas/repo'

/** Filters; null: no filter. */
export type List = {
  empresa: number | null
  familia: string | null
  modelo: string | null
  clases: readonly ClasePila[] | null
  motivo: MotivoPila | null
  search: string | null
  orden: OrdenPila
  sentido: 'asc' | 'desc'
  zona: string
}

/** Number of tags in each class, and of those that users are asked about. */
export async function sumPilas(
  db: Db,
  empresa: number | null,
  familia: string | null,
): Promise<Omit<Pilas, 'familias'>> {
  const suyas = sql`(${empresa}::int is null or empresa_id = ${empresa})`
  const deFamilia = sql`(${familia}::text is null or familia = ${familia})`
  const [parque, clases, preguntas] = await Promise.all([
    findParque(db, { empresa, familia }),
    sql<{ clase: ClasePila; n: number }>`${
      familia === null
        ? sql`select clase, sum(n)::int as n from pila_cuenta where ${suyas} group by 1`
        : sql`select clase, count(*)::int as n from pila where ${suyas} and ${deFamilia} group by 1`
    }`.execute(db),
    sql<{ n: number }>`
      select count(*)::int as n from pila where fresca is not null and ${suyas} and ${deFamilia}`.execute(db),
  ])
  const miradas = clases.rows.reduce((sum, r) => sum + r.n, 0)
  return {
    clases: CLASES_PILA.map((clase) => ({ clase, n: clases.rows.find((r) => r.clase === clase)?.n ?? 0 })),
    preguntas: preguntas.rows[0]?.n ?? 0,
    // Both kept counts are up to a minute old, each from its own time: what they say is missing is counted.
    faltan: parque && (parque.n > miradas ? await countFaltan(db, empresa, familia) : 0),
  }
}

/** Number of containers whose tags were not evaluated yet. */
async function countFaltan(db: Db, empresa: number | null, familia: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from dispositivo d where d.tipo <> 'Reader' and d.eliminado is null
      and (${empresa}::int is null or d.empresa_id = ${empresa}) and (${familia}::text is null or d.familia = ${familia})
      and not exists (select from pila p where p.dispositivo_id = d.id and p.familia = coalesce(d.familia, ''))`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Number of tags that need a battery now, by family. */
export async function countYa(db: Db, empresa: number | null): Promise<{ familia: string; n: number }[]> {
  const { rows } = await sql<{ familia: string; n: number }>`
    select familia, count(*)::int as n from pila
    where clase = 'ya' and (${empresa}::int is null or empresa_id = ${empresa}) group by 1 order by 1`.execute(
    db,
  )
  return rows
}

export const listFamilias = (db: Db, empresa: number | null): Promise<string[]> =>
  listFamiliasWith(db, empresa, sql`exists (select from pila p where p.dispositivo_id = d.id)`)

type Row = {
  mac: string
  apodo: string | null
  familia: string | null
  empresa: number
  modelo: string | null
  clase: ClasePila
  motivo: MotivoPila
  mv: number | null
  bateria: number | null
  riesgo: number | null
  quedan: number | null
  desde: Date | null
  fresca_desde: Date | null
  fresca: Date | null
  ubicacion: string | null
  ultimo: Date | null
}
/** A row with the position of its place on the floor plan, 0 to 1. */
export type Situada = { fila: FilaPila; x: number | null; y: number | null }

const present = (r: Row, zona: string): FilaPila => ({
  mac: r.mac,
  Apodo: r.apodo,
  Familia: r.familia,
  empresa: r.empresa,
  modelo: r.modelo,
  clase: r.clase,
  motivo: r.motivo,
  mv: r.mv,
  bateria: r.bateria,
  riesgo: r.riesgo,
  quedan: r.quedan,
  desde: isoPlanta(r.desde, zona),
  pregunta:
    r.fresca && r.fresca_desde
      ? { antes: isoPlanta(r.fresca_desde, zona), vista: isoPlanta(r.fresca, zona) }
      : null,
  Ubicacion: r.ubicacion,
  UltimoRegistro: isoPlanta(r.ultimo, zona),
})

const ORDER: Record<OrdenPila, string> = {
  clase: 'p.urgencia',
  tension: 'p.mv',
  edad: 'p.desde',
  apodo: 'd.apodo',
}

/** The filters that kept counts know too. */
const ofClase = (l: List) => sql`(${l.empresa}::int is null or p.empresa_id = ${l.empresa})
  and (${l.modelo}::text is null or p.modelo = ${l.modelo})
  and (${l.clases as string[] | null}::text[] is null or p.clase = any(${l.clases as string[] | null}::text[]))
  and (${l.motivo}::text is null or p.motivo = ${l.motivo})`

const ofList = (l: List) => sql`${ofClase(l)} and (${l.familia}::text is null or p.familia = ${l.familia})
  and ${ofSearch(sql`p.dispositivo_id`, l.search)}`

/** @param page null: all of it */
function queryOf(l: List, page: { desde: number; cuantas: number } | null) {
  const orden = sql`${sql.ref(ORDER[l.orden])} ${l.sentido === 'asc' ? sql`asc` : sql`desc`} nulls last, p.dispositivo_id`
  return sql<Row & { x: number | null; y: number | null }>`with pagina as materialized (
      select p.* from pila p ${l.orden === 'apodo' ? sql`join dispositivo d on d.id = p.dispositivo_id` : sql``}
      where ${ofList(l)} order by ${orden} ${page ? sql`limit ${page.cuantas} offset ${page.desde}` : sql``}
    ), actual as materialized (
      select id, mac, apodo, ubicacion, ultimo_registro from dispositivo_actual
      where id = any(array(select dispositivo_id from pagina))
    )
    select d.mac, d.apodo, nullif(p.familia, '') as familia, p.empresa_id as empresa, nullif(p.modelo, '') as modelo, p.clase, p.motivo, p.mv,
      p.bateria, p.riesgo, p.quedan, p.desde, p.fresca_desde, p.fresca, d.ubicacion, d.ultimo_registro as ultimo, u.nodo_x as x, u.nodo_y as y
    from pagina p join actual d on d.id = p.dispositivo_id
    left join ubicacion u on u.empresa_id = p.empresa_id and u.nombre = d.ubicacion
    order by ${orden}`
}

export async function countList(db: Db, l: List): Promise<number> {
  const { rows } = await sql<{ total: number }>`${
    l.familia === null && l.search === null
      ? sql`select coalesce(sum(p.n), 0)::int as total from pila_cuenta p where ${ofClase(l)}`
      : sql`select count(*)::int as total from pila p where ${ofList(l)}`
  }`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findList(db: Db, l: List, desde: number, cuantas: number) {
  const [{ rows }, total] = await Promise.all([queryOf(l, { desde, cuantas }).execute(db), countList(db, l)])
  return { data: rows.map((r) => present(r, l.zona)), total }
}

/** The first rows of a list, with their positions on the floor plan. */
export async function listSituadas(db: Db, l: List, cuantas: number): Promise<Situada[]> {
  const { rows } = await queryOf(l, { desde: 0, cuantas }).execute(db)
  return rows.map(({ x, y, ...r }) => ({ fila: present(r, l.zona), x, y }))
}

/** Ratio of width to height of a company's floor plan. */
export async function findProporcion(db: Db, empresa: number): Promise<number | undefined> {
  const { rows } = await sql<{ r: number }>`
    select ancho::float8 / alto as r from plano where empresa_id = ${empresa}`.execute(db)
  return rows[0]?.r
}

export const walkList = (db: Db, l: List): AsyncGenerator<FilaPila[]> =>
  walkQuery(
    db,
    async () => queryOf(l, null),
    (r: Row) => present(r, l.zona),
  )
