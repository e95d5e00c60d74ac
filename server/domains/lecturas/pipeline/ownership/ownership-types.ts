import type pg from 'pg'
import type { Db } from '../../../../platform/db/client'
import type { Rejection } from '../../formats/lectura'
import type { Source } from '../batches/sources'
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
  /** Senders that wait for the commit, unless it is another one. */
  source?: Source
  /** What is refused of the log is kept so: no sender waits to be told. */
  keepRefused?: KeepRefused
}

/** Whether a partition is still this process'. */
export type Hold = {
  lost: boolean
  /** Another process has it. */
  lose(e: unknown): void
}

/** @param onLost told once */
export function createHold(onLost: (e: unknown) => void = () => {}): Hold {
  const hold = {
    lost: false,
    lose(e: unknown): void {
      if (hold.lost) return
      hold.lost = true
      onLost(e)
    },
  }
  return hold
}
