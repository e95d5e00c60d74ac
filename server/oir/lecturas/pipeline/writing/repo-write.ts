import type pg from 'pg'
import { insertEventos } from '../../../eventos/repo-write'
import { insertTrainingRests, type TrainingRest, takeTrainingRests } from '../rest/repo-training-rests'
import { insertWalkObservations } from '../rest/repo-walk-observations'
import { beliefColumns, insertBeliefs, insertTransiciones, type LectoresOf } from './repo-beliefs'
import { encodeDeviceStates, saveDeviceStates } from './repo-device-states'
import { saveHeartbeats } from './repo-heartbeats'
import { encodeImpacts, saveImpacts } from './repo-impacts'
import { saveVistos } from './repo-vistos'
import type { WriteSet } from './write-set'

/** Rows of objects that later readings change in memory: encoded at once. */
export type Rows = {
  estados: string[]
  creencias: string[] | null
  impactos: string
  descansos: TrainingRest[]
}

/** Rows are written in the order of their key, so that two writers never deadlock. */
const inOrder = <T>(rows: Iterable<T>, key: (x: T) => number) => [...rows].sort((a, b) => key(a) - key(b))

export function encodeRows(writeSet: WriteSet, lectoresOf: LectoresOf): Rows {
  const deviceStates = inOrder(writeSet.touched, (r) => r.dispositivo)
  return {
    estados: encodeDeviceStates(deviceStates),
    creencias: beliefColumns(deviceStates, lectoresOf),
    impactos: encodeImpacts(writeSet.impactos),
    descansos: takeTrainingRests(deviceStates),
  }
}

/** Where a batch is written. */
export type Destination = {
  /** The caller's transaction. */
  client: pg.ClientBase
  /** Identity of the database (its pool), under which table partitions and days are remembered. */
  base: object
  /** Time zone of the plant, for the day that an event counts for. */
  zona: string
}

/** @returns ids of readers that were heard for the first time after a silence */
export async function write(
  { client, base, zona }: Destination,
  writeSet: WriteSet,
  rows: Rows,
): Promise<number[]> {
  const { latidos } = writeSet
  const backAgain = latidos.size
    ? await saveHeartbeats(
        client,
        inOrder(latidos.values(), (l) => l.lector),
      )
    : []
  if (writeSet.touched.size) await saveDeviceStates(client, rows.estados)
  if (rows.creencias) await insertBeliefs(client, rows.creencias)
  await insertEventos(client, base, writeSet.eventos, zona)
  if (writeSet.transiciones.length) await insertTransiciones(client, writeSet.transiciones)
  if (writeSet.impactos.size) await saveImpacts(client, rows.impactos)
  if (writeSet.vistos.size) await saveVistos(client, writeSet.vistos.values())
  if (rows.descansos.length) await insertTrainingRests(client, rows.descansos)
  if (writeSet.oidos.length) await insertWalkObservations(client, writeSet.oidos)
  return backAgain
}
