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

/** How often a process renews its leases and looks for free partitions. */
const CADA_MS = 1500
/** The same for a process that is the only one there can be: no other process waits for its partitions. */
const CADA_UNICO_MS = 30_000

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

/** What runs for a partition while its lease is held. */
export type PartitionWorker = {
  /** Finish, and hand over what memory knows. */
  stop(): Promise<void>
  /** Stop at once without handing over: another process has the partition, or it is started again. */
  drop(): Promise<void>
}

/**
 * Decides which partitions this process has. Each partition has a lease that is renewed while the process runs, and that moves within
 * seconds when processes come or go. A process that slept past its lease learns that in its next transaction.
 * @param onGain called with the lease of each partition that this process gains
 */
export function createLeaseManager(
  pool: pg.Pool,
  como: { solo: boolean; unico: boolean },
  onGain: (lease: Lease) => PartitionWorker,
  onFail: (e: unknown) => void,
) {
  const proceso = randomUUID()
  type Puesta = { leaseGrant: LeaseGrant; partitionWorker: PartitionWorker; sale: Promise<void> | null }
  const partitionWorkers = new Map<number, Puesta>()
  let parada = false
  let clock: NodeJS.Timeout | undefined
  let enCurso: Promise<void> = Promise.resolve()
  /** A partition is to be started again: look soon. */
  let pronto = false

  /** End a worker. The partition counts as ours until `work` is done. */
  function end(p: Puesta, work: () => Promise<unknown>): Promise<void> {
    p.sale ??= work()
      .catch(onFail)
      .then(() => {
        partitionWorkers.delete(p.leaseGrant.numero)
      })
    return p.sale
  }

  const drop = (p: Puesta) => end(p, () => p.partitionWorker.drop())

  /** Finish the partition and release it. Other processes wait until that is done. */
  const leave = (p: Puesta) =>
    end(p, () => p.partitionWorker.stop().then(() => releasePartition(pool, proceso, p.leaseGrant)))

  async function look(): Promise<void> {
    const { nuestros, sobran } = await renewLeases(pool, proceso, como.solo, como.unico)
    if (parada) return
    const veces = new Map(nuestros.map((c) => [c.numero, c.vez]))
    for (const p of partitionWorkers.values())
      if (veces.get(p.leaseGrant.numero) !== p.leaseGrant.vez) drop(p)
    for (const leaseGrant of nuestros)
      if (!partitionWorkers.has(leaseGrant.numero))
        partitionWorkers.set(leaseGrant.numero, {
          leaseGrant,
          partitionWorker: onGain(createLease(pool, proceso, leaseGrant)),
          sale: null,
        })
    for (const { numero } of nuestros.slice(nuestros.length - sobran)) {
      const p = partitionWorkers.get(numero)
      if (p) leave(p)
    }
  }

  const wait = () => {
    clearTimeout(clock)
    if (!parada) clock = setTimeout(repeat, como.unico && !pronto ? CADA_UNICO_MS : CADA_MS)
  }

  const repeat = () => {
    pronto = false
    enCurso = look().catch(onFail).then(wait)
  }

  return {
    /** Resolves after the first look: the free partitions are running then. */
    async start(): Promise<void> {
      repeat()
      await enCurso
    },
    /** Restart a partition that cannot continue, from what the database knows, if the lease is still ours. */
    restart(numero: number): void {
      const p = partitionWorkers.get(numero)
      if (!p) return
      // A look while it ends is too early.
      drop(p).then(() => {
        pronto = true
        wait()
      })
    },
    /** Finish and release all partitions. */
    async stop(): Promise<void> {
      parada = true
      clearTimeout(clock)
      await enCurso
      await Promise.all([...partitionWorkers.values()].map(leave))
      await removeProcess(pool, proceso).catch(onFail)
    },
  }
}

export type LeaseManager = ReturnType<typeof createLeaseManager>
