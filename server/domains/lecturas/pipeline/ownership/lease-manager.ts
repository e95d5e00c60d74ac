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

/** How often a process says that it is there, and looks for partitions; nobody asks for it where it is the only one there can be. */
const CADA_MS = 1500
const CADA_UNICO_MS = 30_000

/** The partition is another process' by now: what this one remembers of its devices is old. */
export class LeaseError extends Error {}

/** A partition that this process holds the lease of, until another one takes it. */
export type Lease = {
  leaseGrant: LeaseGrant
  /** Keep it until the transaction ends. Throws LeaseError where it is lost. */
  hold(client: pg.ClientBase): Promise<void>
  /** The same, noting how far the log is applied. */
  advance(client: pg.ClientBase, applied: AppliedRange): Promise<void>
  /** It goes on with the beginning of another log. False where it is lost. */
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

/** A partition at work. */
export type PartitionWorker = {
  /** Finish, and hand over what is remembered. */
  stop(): Promise<void>
  /** Another process has it, or it is begun anew: let everything go. */
  drop(): Promise<void>
}

/**
 * Which partitions this process has: each has a lease that is renewed as long as the process runs, and moves within seconds where
 * processes come or go. A process that slept past its lease finds out with its next transaction.
 * @param onGain called with each partition that is ours from now on
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
  /** Something is to be begun anew. */
  let pronto = false

  /** Not ours any more once `end` is through. */
  function end(p: Puesta, work: () => Promise<unknown>): Promise<void> {
    p.sale ??= work()
      .catch(onFail)
      .then(() => {
        partitionWorkers.delete(p.leaseGrant.numero)
      })
    return p.sale
  }

  const drop = (p: Puesta) => end(p, () => p.partitionWorker.drop())

  /** Finish it and let others have it, who wait for as long as that takes. */
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
    /** Returns after the first look: what was free is at work. */
    async start(): Promise<void> {
      repeat()
      await enCurso
    },
    /** This partition cannot go on: it is begun anew from what the database knows, where it is still ours. */
    restart(numero: number): void {
      const p = partitionWorkers.get(numero)
      pronto = true
      if (p) drop(p).then(wait)
    },
    /** Leave everything in order. */
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
