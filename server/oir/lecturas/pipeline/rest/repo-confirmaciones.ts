import type pg from 'pg'
import type { Caso } from '../../engine/certeza'
import type { Sample } from '../../engine/model/sample'
import { sqlDelPartition } from '../ownership/partition'

/** A confirmation, given or taken back, that is not applied yet. */
export type Pendiente = {
  id: number
  empresa: number
  dispositivo: number
  ubicacion: number
  /** Place that was reported before. */
  lugar: number
  retirada: boolean
}

const SELECT = `
select id, empresa_id as empresa, dispositivo_id as dispositivo, ubicacion_id as ubicacion, lugar,
  retirada is not null as retirada
from confirmacion where pendiente`

/** @param menos containers that are left out */
export async function listPendientes(
  pool: pg.Pool,
  partition: number,
  menos: readonly number[],
): Promise<Pendiente[]> {
  const { rows } = await pool.query<Pendiente>(
    `${SELECT} and ${sqlDelPartition('dispositivo_id', '$1')} and dispositivo_id <> all($2::bigint[]) order by id limit 500`,
    [partition, menos],
  )
  return rows
}

/** The confirmations among these that are still not applied, locked until the transaction ends. */
export async function holdPendientes(client: pg.ClientBase, ids: readonly number[]): Promise<Pendiente[]> {
  const { rows } = await client.query<Pendiente>(
    `${SELECT} and id = any($1::bigint[]) order by id for update`,
    [ids],
  )
  return rows
}

/** Note a confirmation as applied. What was heard of the container then is kept to learn from. */
export async function saveAtendida(
  client: pg.ClientBase,
  id: number,
  sample: Sample | null,
  caso: Caso | null,
): Promise<void> {
  await client.query(
    `update confirmacion set pendiente = false, muestra = coalesce($2::jsonb, muestra), caso = coalesce($3::jsonb, caso)
     where id = $1`,
    [id, sample && JSON.stringify(sample), caso && JSON.stringify(caso)],
  )
}
