import { setImmediate as breathe } from 'node:timers/promises'
import { machineClock } from '../../../platform/time/machine-clock'
import { createBatchQueue, type OffsetRange } from './batches/batch-queue'
import { createBatchWriter } from './batches/batch-writer'
import { createBatcher, refuseAll } from './batches/batcher'
import { createDoor } from './batches/sources'
import { handOver } from './delivery'
import { overloaded } from './failures'
import { createDeviceStates } from './memory/device-states'
import { createPlantas } from './memory/plants'
import { loadPlantSnapshots } from './memory/repo-snapshot'
import type { Message, Result } from './message'
import { type Lease, LeaseError } from './ownership/lease-manager'
import { createHold, type Environment, type Options } from './ownership/ownership-types'
import { createSweep } from './rest/sweep'

const MAX_QUEUED = 60_000
/** Interval of the sweep. */
export const SWEEP_MS = 5000

/**
 * The pipeline of one partition, from decoded messages to committed facts: a queue, a batcher that empties it, and a sweep every few
 * seconds. Batcher and sweep never run at the same time. The sender gets its answer after the commit.
 */
export function createIngesta(lease: Lease, environment: Environment, options: Options) {
  const { onFail, onLost, source = createDoor(lease), sweepMs = SWEEP_MS } = options
  const { keepRefused = async () => {} } = options
  const { pool, db, registry } = environment
  const { numero: partition } = lease.leaseGrant
  const hold = createHold(onLost)
  const plantas = createPlantas(db)
  const deviceStates = createDeviceStates(pool, plantas)
  const queue = createBatchQueue()
  const writer = createBatchWriter(environment, { partition, source, deviceStates, plantas, keepRefused })
  const mayWait = () => !closed && !sweepDue
  const batcher = createBatcher({ queue, source, writer, hold, keepRefused, mayWait, onFail })
  const sweep = createSweep(
    {
      pool,
      memoria: deviceStates,
      registry,
      plantas,
      partition,
      hold: lease.hold,
      send: writer.send,
    },
    onFail,
  )
  let running: Promise<void> | null = null
  let sweepDue = false
  let started = false
  let closed = false

  /** @returns whether there is more to do */
  async function look(now: number): Promise<boolean> {
    try {
      return await sweep.look(now, source.isCurrent())
    } catch (e) {
      if (e instanceof LeaseError) hold.lose(e)
      else onFail(e)
      return false
    }
  }

  /** Judge silence up to the horizon, before a later part of the log is applied. */
  async function catchUp(arrival: number): Promise<void> {
    await batcher.land()
    if (source.horizon) while (!hold.lost && (await look(source.horizon)));
    source.advance(arrival)
  }

  async function run(): Promise<void> {
    while ((!queue.vacia || sweepDue || batcher.isBusy) && !hold.lost) {
      if (sweepDue) {
        await batcher.land()
        // Another one may be asked for while it runs.
        sweepDue = false
        // Records of the log that came meanwhile may tell of tags that are silent until then: they are applied first.
        if (!hold.lost && source.isCurrent() && (await look(machineClock.now()))) sweepDue = true
      }
      const arrival = queue.primera
      if (arrival !== null && arrival > source.horizon) await catchUp(arrival)
      if (!hold.lost && (!queue.vacia || batcher.isBusy)) await batcher.runNext()
    }
    running = null
  }

  function wake(): void {
    // Start in the next turn of the event loop, so that messages that arrive together share a batch.
    running ??= breathe().then(run)
  }

  function askSweep(): void {
    if (!started || closed || hold.lost || !source.isCurrent()) return
    sweepDue = true
    wake()
  }

  const clock = setInterval(askSweep, sweepMs)
  clock.unref()

  /** Queue messages, with their range of the log if they come from it. Resolves once they are committed; rejects if they were not. */
  function take(mensajes: Message[], tramo: OffsetRange | null): Promise<Result[]> {
    if (closed || hold.lost || queue.lecturas > MAX_QUEUED) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      queue.push({ mensajes, tramo, resolve, reject })
      wake()
    })
  }

  return {
    partition,
    plantas,
    /**
     * Continue where the process before ended. Call it before anything is received. Until it resolves nothing is swept: a sweep deletes
     * what was handed over once all of it is in memory, and would find nothing left to load.
     */
    async start(): Promise<void> {
      plantas.recall(await loadPlantSnapshots(pool, partition))
      await sweep.inherit()
      started = true
    },
    /** Take a message. Resolves once everything in it is committed; rejects if nothing was. */
    receive: async (message: Message): Promise<Result> => (await take([message], null))[0] as Result,
    take,
    /** Called when people have confirmed where containers are. */
    attend: askSweep,
    get enCola() {
      return queue.lecturas
    },
    /** Finish the queue, take no more messages, and hand over what memory knows. */
    async stop(): Promise<void> {
      closed = true
      clearInterval(clock)
      await running
      if (hold.lost) return
      const now = source.isCurrent() ? machineClock.now() : source.horizon
      await handOver(pool, { lease, deviceStates, plantas, now, onFail }).catch(onFail)
    },
    /** Take no more messages, and refuse those in the queue. */
    async drop(): Promise<void> {
      closed = hold.lost = true
      clearInterval(clock)
      refuseAll(queue.take(Number.POSITIVE_INFINITY))
      await running
      if (batcher.isBusy) await batcher.land()
    },
  }
}

export type Ingesta = ReturnType<typeof createIngesta>
