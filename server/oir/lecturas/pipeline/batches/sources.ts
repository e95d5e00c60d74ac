import type pg from 'pg'
import type { Lease } from '../ownership/lease-manager'
import type { OffsetRange } from './batch-queue'

/** Where the messages of a partition come from, and how far time has advanced there. */
export type Source = {
  /** Least time between two batches, ms. If no sender waits for the commit, few large batches cost less. */
  readonly pauseMs: number
  /**
   * Unix ms. Messages that arrived later wait until the sweep has judged the silence of tags up to this time; 0: nothing was applied yet.
   */
  readonly horizon: number
  /** Move `horizon` past this arrival, Unix ms. */
  advance(arrival: number): void
  /** Whether everything that arrived is applied, so that silence until now is real. */
  isCurrent(): boolean
  /**
   * Lock the partition until the transaction ends, which applies this range of the log; null: none of it. Throws LeaseError if the lease is
   * lost.
   */
  hold(client: pg.ClientBase, offsetRange: OffsetRange | null): Promise<void>
}

/** Source without a log: senders wait for the commit, so their messages are recent. */
export const createDoor = (lease: Lease): Source => ({
  pauseMs: 0,
  horizon: Number.POSITIVE_INFINITY,
  advance() {},
  isCurrent: () => true,
  hold: (client) => lease.hold(client),
})

/**
 * Source that reads the log. It is read in order, and its records may be old. The sweep goes by the log's time: otherwise it would take
 * tags for silent whose readings are still in the log. So the same log gives the same facts however fast it is read.
 * @param times `pauseMs`: see Source; `sweepMs`: interval of the sweep in the log's time
 */
export function createLogSource(lease: Lease, times: { pauseMs: number; sweepMs: number }) {
  let readAll = false
  let unapplied = 0
  let horizon = lease.leaseGrant.mirar
  return {
    pauseMs: times.pauseMs,
    get horizon() {
      return horizon
    },
    advance(arrival) {
      horizon = (Math.floor(arrival / times.sweepMs) + 1) * times.sweepMs
    },
    isCurrent: () => readAll && unapplied === 0,
    hold: (client, offsetRange) =>
      offsetRange ? lease.advance(client, { ...offsetRange, mirar: horizon }) : lease.hold(client),
    /**
     * Called for each record.
     * @param apply resolves once the record is committed
     */
    async follow(apply: () => Promise<unknown>): Promise<void> {
      readAll = false
      unapplied++
      await apply()
      unapplied--
    },
    /** Called when the log has no further record for now. */
    noteAlDia(): void {
      readAll = true
    },
    /** Called when the log does not answer: it may have further records. */
    noteCallada(): void {
      readAll = false
    },
  } satisfies Source & Record<string, unknown>
}

export type LogSource = ReturnType<typeof createLogSource>
