import { NO_STORABLE } from '../failures'
import { addResults, createResult, halveMensaje, type Message, type Result } from '../message'
import type { KeepRefused } from '../ownership/ownership-types'
import { type PendingMessage, weightOf } from './batch-queue'

/** Readings at fault that are searched for one by one. After that the rest of the message is refused with them. */
const MAX_CULPABLES = 20

/**
 * Keep what was refused of these messages, before the position in the log moves on. If the process ends in between, it is kept twice, but
 * not lost.
 */
export async function keepAll(
  keep: KeepRefused,
  mensajes: readonly Message[],
  results: readonly Result[],
): Promise<void> {
  for (const [i, m] of mensajes.entries()) {
    const [por] = results[i]?.rechazos ?? []
    if (por) await keep(m, por)
  }
}

/**
 * Retry messages one by one that could not be written together. What cannot be written is left out and reported.
 * @param runSolo applies and commits some messages; calls the returned function again for what cannot be written
 */
export function createBatchParts(
  runSolo: (pendingMessages: PendingMessage[]) => Promise<void>,
  keep: KeepRefused,
) {
  let quedan = 0
  /** Depth of nested calls: they share the limit `quedan`. */
  let hondo = 0

  async function runPart(message: Message): Promise<Result> {
    hondo++
    try {
      return await new Promise<Result>((done, reject) => {
        const resolve = ([r]: Result[]) => done(r as Result)
        runSolo([{ mensajes: [message], tramo: null, resolve, reject }]).catch(reject)
      })
    } finally {
      hondo--
    }
  }

  /** Retry the two halves of its readings, unless too many were at fault already. */
  async function runHalves(message: Message): Promise<Result> {
    const mitades = quedan > 0 ? halveMensaje(message) : null
    if (mitades) return addResults([await runPart(mitades[0]), await runPart(mitades[1])])
    quedan--
    return { ...createResult(), rechazadas: weightOf(message), rechazos: [NO_STORABLE] }
  }

  return async function runParts({
    mensajes,
    tramo: offsetRange,
    resolve,
    reject,
  }: PendingMessage): Promise<void> {
    const results: Result[] = []
    if (!hondo) quedan = MAX_CULPABLES
    try {
      if (mensajes.length === 1) results.push(await runHalves(mensajes[0] as Message))
      else for (const m of mensajes) results.push(await runPart(m))
      if (offsetRange) await keepAll(keep, mensajes, results)
    } catch (e) {
      return reject(e as Error)
    }
    if (offsetRange)
      await runSolo([{ mensajes: [], tramo: offsetRange, resolve: () => resolve(results), reject }])
    else resolve(results)
  }
}
