import { setTimeout as sleep } from 'node:timers/promises'
import { sinBase } from '../../../../platform/http/errores'
import { isDeDatos, isTransient } from '../failures'
import { LeaseError } from '../ownership/lease-manager'
import type { Hold, KeepRefused } from '../ownership/ownership-types'
import { type Batch, createBatch } from './batch'
import { createBatchParts } from './batch-parts'
import type { BatchQueue, PendingMessage } from './batch-queue'
import type { BatchWriter } from './batch-writer'
import type { Source } from './sources'

/** Most readings of a batch. In large batches the row of a busy tag is written less often. */
const LECTURAS_POR_LOTE = 6000
/** While a batch is being committed, waiting messages are applied to the next one at this interval. */
const RECOGIDA_MS = 5
const INTENTOS = 3

/** A batch that is being committed. `end` resolves with the error, or with null. */
type InFlight = { batch: Batch; end: Promise<unknown>; done: boolean }

type Parts = {
  queue: BatchQueue
  source: Source
  writer: BatchWriter
  hold: Hold
  keepRefused: KeepRefused
  /** False: something else is due soon, so the batcher must not wait for more messages. */
  mayWait(): boolean
  onFail(e: unknown): void
}

export function refuseAll(pendingMessages: readonly PendingMessage[]): void {
  for (const e of pendingMessages) e.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
}

/**
 * Makes batches of the waiting messages, and commits them one after the other. While one is being committed, new messages are applied to
 * the next.
 */
export function createBatcher({ queue, source, writer, hold, keepRefused, mayWait, onFail }: Parts) {
  let inFlight: InFlight | null = null
  let takenOff = Number.NEGATIVE_INFINITY
  const runParts = createBatchParts(runSolo, keepRefused)

  const apply = (batch: Batch, pendingMessages: PendingMessage[]) =>
    writer.apply(batch, pendingMessages, inFlight?.batch ?? null)

  /** Apply and commit one batch while no other is in flight. */
  async function runSolo(pendingMessages: PendingMessage[], attempt = 1): Promise<void> {
    const batch = createBatch()
    try {
      await apply(batch, pendingMessages)
      await writer.commit(batch)
    } catch (e) {
      writer.undo(batch)
      await recover(pendingMessages, e, attempt)
    }
  }

  /**
   * Recover from an error. One bad message must not make the others of its batch fail, nor be retried for ever if it can never be written.
   */
  async function recover(pendingMessages: PendingMessage[], error: unknown, attempt: number): Promise<void> {
    if (error instanceof LeaseError) {
      hold.lose(error)
      return refuseAll(pendingMessages)
    }
    onFail(error)
    if (isTransient(error) && attempt < INTENTOS) return runSolo(pendingMessages, attempt + 1)
    if (!isDeDatos(error)) return refuseAll(pendingMessages)
    const [only] = pendingMessages
    if (pendingMessages.length > 1) {
      // By halves: a few more transactions find the one bad message among hundreds.
      const half = pendingMessages.length >> 1
      await runSolo(pendingMessages.slice(0, half))
      await runSolo(pendingMessages.slice(half))
    } else if (only) await runParts(only)
  }

  function takeOff(batch: Batch): void {
    const v: InFlight = { batch, done: false, end: Promise.resolve() }
    takenOff = performance.now()
    v.end = writer
      .commit(batch)
      .then(() => null)
      .catch((e) => e ?? new Error('not committed'))
      .finally(() => {
        v.done = true
      })
    inFlight = v
  }

  /**
   * Wait for the batch in flight. If it failed, the open batch was applied on top of state that was never written; then both are applied
   * again, one after the other.
   * @returns whether the open batch is still valid
   */
  async function land(open: Batch = createBatch()): Promise<boolean> {
    if (!inFlight) return true
    const { batch, end } = inFlight
    const error = await end
    inFlight = null
    if (error === null) return true
    writer.undo(batch)
    writer.undo(open)
    await recover(batch.esperas, error, 1)
    if (hold.lost) refuseAll(open.esperas)
    else if (open.esperas.length) await runSolo(open.esperas)
    return false
  }

  const isCommitting = () => inFlight !== null && !inFlight.done

  /** Whether the batch is not due yet, so that more messages may join it. */
  const isEarly = () =>
    performance.now() - takenOff < source.pauseMs && mayWait() && (queue.primera ?? 0) <= source.horizon

  /** Take and apply messages while the batch before is being committed. */
  async function gather(open: Batch): Promise<void> {
    do {
      const pendingMessages = queue.take(LECTURAS_POR_LOTE - open.lecturas, source.horizon)
      if (pendingMessages.length) await apply(open, pendingMessages)
      else if (isCommitting()) await Promise.race([inFlight?.end, sleep(RECOGIDA_MS)])
      else if (isEarly()) await sleep(RECOGIDA_MS)
    } while ((isCommitting() || isEarly()) && open.lecturas < LECTURAS_POR_LOTE)
  }

  return {
    /** Whether a batch is being committed. */
    get isBusy() {
      return inFlight !== null
    },
    land,
    /** Make a batch of the waiting messages, and begin to commit it once the one before is committed. */
    async runNext(): Promise<void> {
      const open = createBatch()
      try {
        await gather(open)
      } catch (e) {
        // Wait for the batch before first: it may still write devices that `recover` looks up.
        if (!(await land(open))) return
        writer.undo(open)
        return recover(open.esperas, e, 1)
      }
      if ((await land(open)) && open.esperas.length) takeOff(open)
    },
  }
}
