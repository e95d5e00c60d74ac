import { sql } from 'kysely'
import type { Precio } from '#contract/dispositivos/perdidas'
import type { ClaseAsiento, Peldano } from '#contract/valores/dispositivos/perdidas'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

export type Puesto = { id: number; empresa: number; mac: string; peldano: Peldano; asiento: number | null }

/** The rungs of containers. Those that are heard are on the first. @param empresa null: of any company */
export async function listPuestos(
  tx: Db,
  macs: readonly string[],
  empresa: number | null,
): Promise<Puesto[]> {
  const { rows } = await sql<Puesto>`
    select d.id, d.empresa_id as empresa, d.mac, coalesce(p.peldano, 'visto') as peldano, p.asiento_id as asiento
    from dispositivo d left join perdida p on p.dispositivo_id = d.id
    where d.mac = any(${macs as string[]}::text[]) and d.eliminado is null and d.tipo <> 'Reader'
      and (${empresa}::int is null or d.empresa_id = ${empresa}) order by d.id`.execute(tx)
  return rows
}

/** The macs of the containers that something was said of; an entry of another company is none. */
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

export type Dicho = {
  clase: ClaseAsiento | 'anulada'
  persona: number
  lleva: number | null
  nota: string | null
}

/** @returns the number of each entry, in the order of the containers */
export async function addAsientos(tx: Db, puestos: readonly Puesto[], d: Dicho): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into perdida_asiento (empresa_id, dispositivo_id, clase, anula, persona_id, lleva_id, nota)
    select c.empresa, c.id, ${d.clase}, c.anula, ${d.persona}, ${d.lleva}, ${d.nota}
    from unnest(${puestos.map((p) => p.id)}::bigint[], ${puestos.map((p) => p.empresa)}::int[],
      ${puestos.map((p) => (d.clase === 'anulada' ? p.asiento : null))}::bigint[]) with ordinality as c (id, empresa, anula, n)
    order by c.n returning id`.execute(tx)
  return rows.map((r) => r.id)
}

/** The containers of a company that are on the ladder. */
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
