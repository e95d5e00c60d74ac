import type pg from 'pg'
import { type TrainingRest as Rest, sampleOfRest } from '../../engine/model/aprender'
import type { DeviceState } from '../../rules/device-state'
import { createBatchTable, json, number } from '../writing/batch-table'

export type TrainingRest = Rest & { empresa: number }

/** Take the rests that these devices have collected since they were last written. */
export function takeTrainingRests(deviceStates: readonly DeviceState[]): TrainingRest[] {
  return deviceStates.flatMap((r) => {
    const { descanso: trainingRest, empresa } = r
    r.descanso = null
    return trainingRest ? [{ empresa, ...trainingRest }] : []
  })
}

const TRAINING_RESTS = createBatchTable<TrainingRest>(
  number('empresa_id', 'int', (d) => d.empresa),
  number('lector_id', 'bigint', (d) => d.lector),
  json('muestra', sampleOfRest),
)

const INSERT = `
insert into descanso (${TRAINING_RESTS.names}) select ${TRAINING_RESTS.values} from ${TRAINING_RESTS.rows}`

/** In the transaction of their batch. */
export async function insertTrainingRests(client: pg.ClientBase, d: TrainingRest[]): Promise<void> {
  await client.query({ name: 'descansos', text: INSERT, values: TRAINING_RESTS.encode(d) })
}
