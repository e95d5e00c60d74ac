import type pg from 'pg'
import { askPartition } from './ownership/relayed-messages'
import type { Pipeline } from './pipeline'

/** That of a process that applies nothing, where there is no log: another one applies what it takes, and says what became of it. */
export const createRelayPipeline = (pool: pg.Pool): Pipeline => ({
  start: async () => {},
  receive: (message) => askPartition(pool, message),
  apply: (message) => askPartition(pool, message),
  attend() {},
  forgetPlantas() {},
  enCola: 0,
  stop: async () => {},
})
