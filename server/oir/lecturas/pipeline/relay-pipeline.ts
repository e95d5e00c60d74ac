import type pg from 'pg'
import { askPartition } from './ownership/relayed-messages'
import type { Pipeline } from './pipeline'

/** Pipeline of a process that applies nothing, if there is no log: another process applies the messages and returns the results. */
export const createRelayPipeline = (pool: pg.Pool): Pipeline => ({
  start: async () => {},
  receive: (message) => askPartition(pool, message),
  apply: (message) => askPartition(pool, message),
  attend() {},
  forgetPlantas() {},
  enCola: 0,
  stop: async () => {},
})
