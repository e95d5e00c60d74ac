import type { Message, Result } from '../message'

/** A range of the log: after record `desde`, up to record `hasta`. */
export type OffsetRange = { desde: number; hasta: number }

/** Messages that are committed together; their sender waits for the results. */
export type PendingMessage = {
  mensajes: Message[]
  /** Range of the log that they come from; null: not from the log. */
  tramo: OffsetRange | null
  resolve: (r: Result[]) => void
  reject: (e: Error) => void
}

/** Number of readings that a message counts as. */
export const weightOf = (m: Message) => Math.max(1, m.decodificado.lecturas.length)

const weight = (e: PendingMessage) => e.mensajes.reduce((s, m) => s + weightOf(m), 1)

/** Arrival of a record, Unix ms. A record without messages counts as arrived with the one before. */
const arrivalOf = (e: PendingMessage) => e.mensajes[0]?.recibido ?? 0

/** Messages in the order in which they came. */
export function createBatchQueue() {
  const pendingMessages: PendingMessage[] = []
  let lecturas = 0

  return {
    get lecturas() {
      return lecturas
    },
    get vacia() {
      return !pendingMessages.length
    },
    push(e: PendingMessage): void {
      // This throws for a message that is none: then it does not wait either.
      lecturas += weight(e)
      pendingMessages.push(e)
    },
    /** When the first waiting message arrived, Unix ms; null: none waits. */
    get primera(): number | null {
      const e = pendingMessages[0]
      return e ? arrivalOf(e) : null
    },
    /**
     * Take messages from the front: up to `maximum` readings in all, but at least one message.
     * @param hasta messages that arrived later than this stay, Unix ms
     */
    take(maximum: number, hasta = Number.POSITIVE_INFINITY): PendingMessage[] {
      let n = 0
      let i = 0
      for (; i < pendingMessages.length; i++) {
        const e = pendingMessages[i] as PendingMessage
        if (arrivalOf(e) > hasta || (i > 0 && n + weight(e) > maximum)) break
        n += weight(e)
      }
      lecturas -= n
      return pendingMessages.splice(0, i)
    },
  }
}

export type BatchQueue = ReturnType<typeof createBatchQueue>
