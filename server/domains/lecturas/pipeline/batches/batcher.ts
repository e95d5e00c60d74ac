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

/** Most readings of one batch. Large batches write the row of a busy tag less often. */
const LECTURAS_POR_LOTE = 6000
/** While one batch is under way, messages are applied to the next one this often. */
const RECOGIDA_MS = 5
const INTENTOS = 3

/** A batch that is being committed; `end` resolves with the error, or null. */
type InFlight = { batch: Batch; end: Promise<unknown>; done: boolean }

type Parts = {
  queue: BatchQueue
  source: Source
  writer: BatchWriter
  hold: Hold
  keepRefused: KeepRefused
  /** Nothing else is to be done soon. */
  mayWait(): boolean
  onFail(e: unknown): void
}

export function refuseAll(pendingMessages: readonly PendingMessage[]): void {
  for (const e of pendingMessages) e.reject(sinBase('No se ha podido guardar. Vuelva a intentarlo.'))
}

/**
 * Makes batches of the messages that wait, and commits them one after the other. While one is being committed, the messages that come are
 * applied to the next.
 */
export function createBatcher({ queue, source, writer, hold, keepRefused, mayWait, onFail }: Parts) {
  let inFlight: InFlight | null = null
  let takenOff = Number.NEGATIVE_INFINITY
  const runParts = createBatchParts(runSolo, keepRefused)

  const apply = (batch: Batch, pendingMessages: PendingMessage[]) =>
    writer.apply(batch, pendingMessages, inFlight?.batch ?? null)

  /** One batch from beginning to end, with nothing else under way. */
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

  /** One message must not sink the others of its batch, nor come back for ever when it can never be written. */
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
      // By halves: a few more transactions find the one among hundreds.
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
   * Wait for the batch that is being committed. If it failed, the open batch was applied on top of state that was never
   * written, so both are applied again, one after the other. Returns whether the open batch is still valid.
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

  /** More may come to this batch before it is due. */
  const isEarly = () =>
    performance.now() - takenOff < source.pauseMs && mayWait() && (queue.primera ?? 0) <= source.horizon

  /** Gather and apply messages for as long as the batch before is under way. */
  async function gather(open: Batch): Promise<void> {
    do {
      const pendingMessages = queue.take(LECTURAS_POR_LOTE - open.lecturas, source.horizon)
      if (pendingMessages.length) await apply(open, pendingMessages)
      else if (isCommitting()) await Promise.race([inFlight?.end, sleep(RECOGIDA_MS)])
      else if (isEarly()) await sleep(RECOGIDA_MS)
    } while ((isCommitting() || isEarly()) && open.lecturas < LECTURAS_POR_LOTE)
  }

  return {
    /** A batch is being committed. */
    get isBusy() {
      return inFlight !== null
    },
    land,
    /** Make a batch of what waits, and begin to commit it once the one before is committed. */
    async runNext(): Promise<void> {
      const open = createBatch()
      try {
        await gather(open)
      } catch (e) {
        // Wait for the batch before: it may write the devices that are looked up now.
        if (!(await land(open))) return
        writer.undo(open)
        return recover(open.esperas, e, 1)
      }
      if ((await land(open)) && open.esperas.length) takeOff(open)
    },
  }
}
