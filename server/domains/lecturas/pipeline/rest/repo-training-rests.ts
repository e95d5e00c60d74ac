import type pg from 'pg'
import { jsons, numbers } from '../../../../platform/db/columns'
import type { Sample } from '../../engine/model/sample'
import type { DeviceState } from '../../rules/device-state'

/** A rest that leaves no doubt; readers by their ids. */
export type TrainingRest = { empresa: number; lector: number; muestra: Sample }

/** What these devices have taught since they were last written, which is forgotten here. */
export function takeTrainingRests(deviceStates: readonly DeviceState[]): TrainingRest[] {
  return deviceStates.flatMap((r) => {
    const { descanso: trainingRest, empresa } = r
    r.descanso = null
    return trainingRest ? [{ empresa, ...trainingRest }] : []
  })
}

const TRAINING_RESTS = `
insert into descanso (empresa_id, lector_id, muestra)
select e, l, m from unnest($1::int[], $2::bigint[], $3::jsonb[]) as x(e, l, m)`

/** In the transaction of the batch that they came with. */
export async function insertTrainingRests(client: pg.ClientBase, d: TrainingRest[]): Promise<void> {
  const values = [numbers(d, (x) => x.empresa), numbers(d, (x) => x.lector), jsons(d, (x) => x.muestra)]
  await client.query({ name: 'descansos', text: TRAINING_RESTS, values })
}
