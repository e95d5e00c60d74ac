import type pg from 'pg'
import type { Db } from '../../../../platform/db/client'
import type { Rejection } from '../../formats/lectura'
import type { Registry } from '../memory/registry'
import type { Message } from '../message'

export type Environment = { pool: pg.Pool; db: Db; zona: string; registry: Registry }

/** Keep a message of the log that was refused, for people to look at; rejects where it could not be. */
export type KeepRefused = (m: Message, por: Rejection) => Promise<void>

export type Options = {
  onFail(e: unknown): void
  /** Told once that nothing more can be applied here: another process has the partition, or what came of the log is not known. */
  onLost?(e: unknown): void
  sweepMs?: number
  /** Least time between two batches: where nobody waits for the commit, few large ones cost less. */
  pausaMs?: number
  /** What is applied comes from the log, in its order, and may be of some time ago. */
  deBitacora?: boolean
  /** What is refused of the log is kept so: no sender waits to be told. */
  keepRefused?: KeepRefused
}
