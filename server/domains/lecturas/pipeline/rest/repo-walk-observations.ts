import type pg from 'pg'
import { numbers } from '../../../../platform/db/columns'

/** A reader heard the tag of a walk, Unix ms. */
export type WalkObservation = { dispositivo: number; lector: number; tiempo: number; rssi: number | null }

const WALK_OBSERVATIONS = `
insert into paseo_oido (dispositivo_id, tiempo, lector_id, rssi)
select d, to_timestamp(t / 1000), l, r from unnest($1::bigint[], $2::float8[], $3::bigint[], $4::smallint[]) as x(d, t, l, r)`

/** In the transaction of the batch that they came with. */
export async function insertWalkObservations(
  client: pg.ClientBase,
  walkObservations: WalkObservation[],
): Promise<void> {
  const values = [
    numbers(walkObservations, (o) => o.dispositivo),
    numbers(walkObservations, (o) => o.tiempo),
    numbers(walkObservations, (o) => o.lector),
    numbers(walkObservations, (o) => o.rssi),
  ]
  await client.query({ name: 'oidos', text: WALK_OBSERVATIONS, values })
}
