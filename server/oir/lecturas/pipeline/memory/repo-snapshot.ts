import type pg from 'pg'
import { jsons, numbers } from '../../../../platform/db/queries/columns'
import type { DeviceState } from '../../rules/device-state'
import { sqlDelPartition } from '../ownership/partition'
import { type PlantSnapshot, snapshotOf } from './snapshot'

/** Hand over what memory knows of these devices, in the caller's transaction. */
export async function saveSnapshots(
  client: pg.ClientBase,
  deviceStates: readonly DeviceState[],
): Promise<void> {
  await client.query({
    name: 'guarda-memorias',
    text: `insert into dispositivo_memoria (dispositivo_id, datos)
      select d, m from unnest($1::bigint[], $2::jsonb[]) as x(d, m) order by d
      on conflict (dispositivo_id) do update set datos = excluded.datos`,
    values: [numbers(deviceStates, (r) => r.dispositivo), jsons(deviceStates, snapshotOf)],
  })
}

/** Hand over the liveness of the readers of each company. */
export async function savePlantSnapshots(
  client: pg.ClientBase,
  partition: number,
  snapshots: ReadonlyMap<number, PlantSnapshot>,
): Promise<void> {
  await client.query(
    `insert into carril_memoria (carril, empresa_id, datos)
     select $1, e, m from unnest($2::int[], $3::jsonb[]) as x(e, m)
     on conflict (carril, empresa_id) do update set datos = excluded.datos`,
    [partition, [...snapshots.keys()], jsons([...snapshots.values()], (m) => m)],
  )
}

export async function loadPlantSnapshots(
  pool: pg.Pool,
  partition: number,
): Promise<Map<number, PlantSnapshot>> {
  const { rows } = await pool.query<{ empresa: number; datos: PlantSnapshot }>(
    'select empresa_id as empresa, datos from carril_memoria where carril = $1',
    [partition],
  )
  return new Map(rows.map((r) => [r.empresa, r.datos]))
}

/** Delete what was handed over, once it is in memory, in the caller's transaction. */
export async function removeSnapshots(client: pg.ClientBase, partition: number): Promise<void> {
  await client.query('delete from carril_memoria where carril = $1', [partition])
  await client.query(`delete from dispositivo_memoria where ${sqlDelPartition('dispositivo_id', '$1')}`, [
    partition,
  ])
}

/** Devices of a partition that are not at rest, or that another process handed over. */
export async function listInquietos(pool: pg.Pool, partition: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select dispositivo_id as id from dispositivo_estado
     where estado <> 0 and ${sqlDelPartition('dispositivo_id', '$1')}
     union select dispositivo_id from dispositivo_memoria where ${sqlDelPartition('dispositivo_id', '$1')}`,
    [partition],
  )
  return rows.map((r) => r.id)
}
