import type pg from 'pg'
import { createBatchTable, number, time } from '../writing/batch-table'

/** A hearing of a tag on a walk. `tiempo`: Unix ms. */
export type WalkObservation = { dispositivo: number; lector: number; tiempo: number; rssi: number | null }

const WALK_OBSERVATIONS = createBatchTable<WalkObservation>(
  number('dispositivo_id', 'bigint', (o) => o.dispositivo),
  time('tiempo', (o) => o.tiempo),
  number('lector_id', 'bigint', (o) => o.lector),
  number('rssi', 'smallint', (o) => o.rssi),
)

const INSERT = `
insert into paseo_oido (${WALK_OBSERVATIONS.names})
select ${WALK_OBSERVATIONS.values} from ${WALK_OBSERVATIONS.rows}`

/** In the transaction of their batch. */
export async function insertWalkObservations(
  client: pg.ClientBase,
  walkObservations: readonly WalkObservation[],
): Promise<void> {
  await client.query({ name: 'oidos', text: INSERT, values: WALK_OBSERVATIONS.encode(walkObservations) })
}
