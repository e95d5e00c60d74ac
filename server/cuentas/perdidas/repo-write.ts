import { sql } from 'kysely'
import type { Precio } from '#contract/cuentas/perdidas/perdidas'
import type { ClaseAsiento, Peldano } from '#contract/cuentas/perdidas/values'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

export type Placed = {
  id: number
  empresa: number
  mac: string
  peldano: Peldano
  asiento: number | null
  /** It is not silent; also true of one whose silence a causa explains, on the first rung. */
  seOye: boolean
  /** Where it was heard last. */
  lugar: number | null
  nombreLugar: string | null
}

/** Condition on a row `p` of `perdida`, or none, with its `a` of `ajuste`: readers hear the container, or a causa explains that they do not. */
export const SE_OYE = sql`(p.dispositivo_id is null or coalesce(p.oido >= now() - make_interval(mins => a.minutos_viejo), false))`

/** The rungs of containers; those that were heard recently are on the first. @param empresa null: of any company */
export async function listPlaced(tx: Db, macs: readonly string[], empresa: number | null): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select d.id, d.empresa_id as empresa, d.mac, coalesce(p.peldano, 'visto') as peldano, p.asiento_id as asiento,
      ${SE_OYE} as "seOye", u.id as lugar, u.nombre as "nombreLugar"
    from dispositivo d join ajuste a on a.empresa_id = d.empresa_id left join perdida p on p.dispositivo_id = d.id
    left join dispositivo_estado e on e.dispositivo_id = d.id left join dispositivo x on x.id = e.lector_id
    left join ubicacion u on u.id = coalesce(e.ubicacion_id, x.ubicacion_id)
    where d.mac = any(${macs as string[]}::text[]) and d.eliminado is null and d.tipo <> 'Reader'
      and (${empresa}::int is null or d.empresa_id = ${empresa}) order by d.id`.execute(tx)
  return rows
}

/** The macs of the containers of these entries; entries of another company are left out. */
export async function listMacs(
  tx: Db,
  asientos: readonly number[],
  empresa: number | null,
): Promise<string[]> {
  const { rows } = await sql<{ mac: string }>`
    select d.mac from perdida_asiento s join dispositivo d on d.id = s.dispositivo_id and d.eliminado is null
    where s.id = any(${asientos as number[]}::bigint[]) and (${empresa}::int is null or s.empresa_id = ${empresa})`.execute(
    tx,
  )
  return rows.map((r) => r.mac)
}

/** A closed count, and the containers that it missed: where it missed each of them, by mac. */
export type Faltantes = { recuento: number; lugares: ReadonlyMap<string, number | null> }

/** Which of these containers a closed count missed; undefined: there is no such count. @param empresa null: of any company */
export async function findFaltantes(
  tx: Db,
  recuento: number,
  macs: readonly string[],
  empresa: number | null,
): Promise<Faltantes | undefined> {
  const { rows } = await sql<{ mac: string | null; lugar: number | null }>`
    select l.mac, coalesce(r.ubicacion_id, u.id) as lugar
    from recuento r left join recuento_linea l on l.recuento_id = r.id and l.resultado = 'falta' and l.mac = any(${macs as string[]}::text[])
    left join ubicacion u on u.empresa_id = r.empresa_id and u.nombre = l.lugar
    where r.id = ${recuento} and r.cifras is not null and (${empresa}::int is null or r.empresa_id = ${empresa})`.execute(
    tx,
  )
  if (rows.length === 0) return undefined
  return { recuento, lugares: new Map(rows.flatMap((r) => (r.mac === null ? [] : [[r.mac, r.lugar]]))) }
}

export type Dicho = {
  clase: ClaseAsiento | 'anulada'
  persona: number
  lleva: number | null
  nota: string | null
  /** Null: no count is the reason; a search that stands keeps the one it has. */
  faltantes: Faltantes | null
}

/** @returns the id of each entry, in the order of the containers */
export async function addAsientos(tx: Db, puestos: readonly Placed[], d: Dicho): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into perdida_asiento (empresa_id, dispositivo_id, clase, anula, persona_id, lleva_id, nota, recuento_id, ubicacion_id)
    select c.empresa, c.id, ${d.clase}, case when ${d.clase} = 'anulada' then c.asiento end, ${d.persona}, ${d.lleva}, ${d.nota},
      case when c.falta then ${d.faltantes?.recuento ?? null} else b.recuento_id end,
      case when c.falta then c.lugar else b.ubicacion_id end
    from unnest(${puestos.map((p) => p.id)}::bigint[], ${puestos.map((p) => p.empresa)}::int[],
      ${puestos.map((p) => p.asiento)}::bigint[], ${puestos.map((p) => d.faltantes?.lugares.has(p.mac) ?? false)}::boolean[],
      ${puestos.map((p) => d.faltantes?.lugares.get(p.mac) ?? null)}::bigint[])
      with ordinality as c (id, empresa, asiento, falta, lugar, n)
    left join perdida_asiento b on b.id = c.asiento and ${d.clase} = 'busqueda'
    order by c.n returning id`.execute(tx)
  return rows.map((r) => r.id)
}

/** The ids of a company's containers on the ladder. */
export async function listCalladas(tx: Db, empresa: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select dispositivo_id as id from perdida where empresa_id = ${empresa}`.execute(tx)
  return rows.map((r) => r.id)
}

type RowPrecio = Omit<Precio, 'momento' | 'persona'> & {
  momento: Date
  persona_id: number | null
  persona: string | null
}
const present = ({ persona_id, persona, momento, ...r }: RowPrecio, zona: string): Precio => ({
  ...r,
  momento: isoPlanta(momento, zona),
  persona: persona_id === null ? null : { id: persona_id, nombre: persona ?? '' },
})

const MAX_PRECIOS = 1000
const COLUMNS = sql`p.id, p.empresa_id as empresa, p.familia, p.desde::text, p.centimos, p.momento, p.persona_id, u.nombre as persona`

export async function listPrecios(db: Db, empresa: number | null, zona: string): Promise<Precio[]> {
  const { rows } =
    await sql<RowPrecio>`select ${COLUMNS} from familia_precio p left join usuario u on u.id = p.persona_id
    where ${empresa}::int is null or p.empresa_id = ${empresa}
    order by p.desde desc, p.familia, p.id desc limit ${MAX_PRECIOS}`.execute(db)
  return rows.map((r) => present(r, zona))
}

type NewPrecio = { empresa: number; familia: string; desde: string; centimos: number; persona: number }

export async function addPrecio(tx: Db, n: NewPrecio, zona: string): Promise<Precio> {
  const { rows } = await sql<RowPrecio>`with p as (
      insert into familia_precio (empresa_id, familia, desde, centimos, persona_id)
      values (${n.empresa}, ${n.familia}, ${n.desde}, ${n.centimos}, ${n.persona}) returning *
    ) select ${COLUMNS} from p left join usuario u on u.id = p.persona_id`.execute(tx)
  return present(rows[0] as RowPrecio, zona)
}

/** Asks for the book of those of these containers that were ever written off, from then on. A company without partners has no book. */
export async function askLibro(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into custodia_pendiente (empresa_id, dispositivo_id, desde)
    select s.empresa_id, s.dispositivo_id, min(s.momento) from perdida_asiento s
    where s.dispositivo_id = any(${ids as number[]}::bigint[]) and s.clase = 'baja'
      and exists (select from tercero t where t.empresa_id = s.empresa_id)
    group by 1, 2`.execute(tx)
}

/** The ids of what accepted losses of the book have declared and nobody took back: both have the time of one transaction. */
export async function listDeclaradas(tx: Db, movimientos: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from movimiento m join perdida_asiento s on s.dispositivo_id = m.dispositivo_id and s.empresa_id = m.empresa_id
      and s.momento = m.anotado and s.persona_id = m.persona_id and s.clase = 'declarada'
    where m.id = any(${movimientos as number[]}::bigint[]) and m.clase = 'perdida'
      and not exists (select from perdida_asiento x where x.anula = s.id)`.execute(tx)
  return rows.map((r) => r.id)
}
