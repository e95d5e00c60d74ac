import type pg from 'pg'
import type { Lease } from '../ownership/lease-manager'
import type { OffsetRange } from './batch-queue'

/** Where the messages of a partition come from, and what time it is there. */
export type Source = {
  /** Least time between two batches, ms: where nobody waits for the commit, few large ones cost less. */
  readonly pauseMs: number
  /**
   * Messages that arrived later wait until the sweep has looked at what nobody was heard of until then, Unix ms; 0: nothing was
   * applied yet.
   */
  readonly horizon: number
  /** Move it past this arrival, Unix ms. */
  advance(arrival: number): void
  /** Nothing else was said: what was not heard by now was not said. */
  isCurrent(): boolean
  /** Keep the partition until the transaction ends, which applies this part of the log; null: none of it. Throws LeaseError where it is lost. */
  hold(client: pg.ClientBase, offsetRange: OffsetRange | null): Promise<void>
}

/** Senders wait for the commit: what they say is of now. */
export const createDoor = (lease: Lease): Source => ({
  pauseMs: 0,
  horizon: Number.POSITIVE_INFINITY,
  advance() {},
  isCurrent: () => true,
  hold: (client) => lease.hold(client),
})

/**
 * The log is read in its order, and may be of some time ago: the sweep looks by its time, or tags whose readings are still in it would be
 * taken for silent. So the same log leads to the same facts however fast it is read.
 * @param sweepMs how often the sweep looks, by the log's time
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
    /** A record is there. @param apply resolves once it is committed */
    async follow(apply: () => Promise<unknown>): Promise<void> {
      readAll = false
      unapplied++
      await apply()
      unapplied--
    },
    /** Nothing follows in the log by now. */
    noteAlDia(): void {
      readAll = true
    },
  } satisfies Source & Record<string, unknown>
}

export type LogSource = ReturnType<typeof createLogSource>
