import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import type { Fila } from './repo'

/** A device that stands somewhere, with what a marker is made of. */
export type Situado = Pick<
  Fila,
  'id' | 'empresa_id' | 'mac' | 'apodo' | 'tipo' | 'estado' | 'posible_estado' | 'ubicacion'
> & {
  /** Epoch ms; 0: never. */
  ultimo: number
  lat: number
  lon: number
}

const columnas = sql.raw(
  `id, empresa_id, mac, apodo, tipo, estado, posible_estado, ubicacion, lat, lon,
   coalesce(extract(epoch from ultimo_registro) * 1000, 0)::float8 as ultimo`,
)

/** Those of these devices that stand somewhere. */
export async function listSituados(db: Db, ids: number[]): Promise<Situado[]> {
  const { rows } = await sql<Situado>`
    select ${columnas} from dispositivo_actual where id = any(${ids}::bigint[]) and lat is not null`.execute(
    db,
  )
  return rows
}

/** The next devices by id, whether they stand anywhere or not; fewer than asked for: there are no more. */
export async function listTras(db: Db, id: number, cuantos: number): Promise<(Situado | { id: number })[]> {
  const { rows } = await sql<Situado & { lat: number | null }>`
    select ${columnas} from dispositivo_actual where id > ${id} order by id limit ${cuantos}`.execute(db)
  return rows.map((f) => (f.lat === null ? { id: f.id } : f))
}

/** Ids of all devices in the order of their nicknames, those without one at the end. */
export async function listEnOrden(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id::float8 order by apodo nulls last, id) as ids from dispositivo where eliminado is null`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}
