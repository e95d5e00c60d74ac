import type pg from 'pg'
import type { Db } from '../../../../platform/db/client'
import type { Rejection } from '../../formats/lectura'
import type { Source } from '../batches/sources'
import type { Registry } from '../memory/registry'
import type { Message } from '../message'

export type Environment = { pool: pg.Pool; db: Db; zona: string; registry: Registry }

/** Keep a refused message of the log for people to look at; rejects if that failed. */
export type KeepRefused = (m: Message, por: Rejection) => Promise<void>

export type Options = {
  onFail(e: unknown): void
  /**
   * Called once when nothing more can be applied here: another process has the partition, or it is not known which part of the log was
   * applied.
   */
  onLost?(e: unknown): void
  sweepMs?: number
  /** Where messages come from; by default senders that wait for the commit. */
  source?: Source
  /** Keeps refused messages of the log, which have no sender that waits for an answer. */
  keepRefused?: KeepRefused
}

/** Whether this process still has a partition. */
export type Hold = {
  lost: boolean
  /** Note that another process has it. */
  lose(e: unknown): void
}

/** @param onLost called once */
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
