import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  type AppliedRange,
  advancePartition,
  holdPartition,
  type LeaseGrant,
  releasePartition,
  removeProcess,
  renewLeases,
  restartPartition,
} from './repo-lease'
import { createShareManager, type PartWorker } from './share-manager'

/** Another process holds the lease of the partition by now: what this process remembers of its devices is old. */
export class LeaseError extends Error {}

/** The lease of a partition, held by this process until another one takes it. */
export type Lease = {
  leaseGrant: LeaseGrant
  /** Lock the partition until the transaction ends. Throws LeaseError if the lease is lost. */
  hold(client: pg.ClientBase): Promise<void>
  /** The same, and note how far the log is applied. */
  advance(client: pg.ClientBase, applied: AppliedRange): Promise<void>
  /** Start from the beginning of another log. False: the lease is lost. */
  restart(log: string): Promise<boolean>
}

function check(suyo: boolean): void {
  if (!suyo) throw new LeaseError('the lease is not ours')
}

export function createLease(pool: pg.Pool, proceso: string, leaseGrant: LeaseGrant): Lease {
  return {
    leaseGrant,
    hold: async (client) => check(await holdPartition(client, proceso, leaseGrant)),
    advance: async (client, applied) => check(await advancePartition(client, proceso, leaseGrant, applied)),
    restart: (log) => restartPartition(pool, proceso, leaseGrant, log),
  }
}

export type PartitionWorker = PartWorker

/**
 * Decides which partitions this process has.
 * @param onGain called with the lease of each partition that this process gains
 */
export function createLeaseManager(
  pool: pg.Pool,
  { solo, unico }: { solo: boolean; unico: boolean },
  onGain: (lease: Lease) => PartitionWorker,
  onFail: (e: unknown) => void,
) {
  const proceso = randomUUID()
  const store = {
    renew: () => renewLeases(pool, proceso, solo, unico),
    release: (grant: LeaseGrant) => releasePartition(pool, proceso, grant),
    leave: () => removeProcess(pool, proceso),
  }
  return createShareManager(store, unico, (grant) => onGain(createLease(pool, proceso, grant)), onFail)
}

export type LeaseManager = ReturnType<typeof createLeaseManager>
