import type { Registrado } from '../memory/repo-registry'
import type { Message } from '../message'
import { isInPartition } from '../ownership/partition'
import type { Context } from './context'

/** The reader's clock minus ours, in seconds; null: it reports no time, or an impossible one. */
function clockOffsetOf(time: number | null, m: Message): number | null {
  if (time === null) return null
  const s = Math.round((time - m.recibido) / 1000)
  return Math.abs(s) < 2_000_000_000 ? s : null
}

/**
 * A sign that a reader is alive. `time`: Unix ms; null: it reports none, or an impossible one. `isClock`: `time` is the reader's clock.
 * Else it is the time of a reading; the latest one of a message is nearest to the clock.
 */
export type Heartbeat = { lector: Pick<Registrado, 'id' | 'empresa'>; time: number | null; isClock: boolean }

/** Note that readers of this partition sent something. */
export function keepHeartbeats(heartbeats: readonly Heartbeat[], m: Message, c: Context): void {
  for (const { lector, time, isClock } of heartbeats) {
    if (!isInPartition(c.partition, lector.id)) continue
    const clockOffset = clockOffsetOf(time, m)
    const l = c.escritura.latidos.get(lector.id)
    if (!l) {
      const { id, empresa } = lector
      const conReloj = isClock && clockOffset !== null
      c.escritura.latidos.set(id, {
        lector: id,
        empresa,
        recibido: m.recibido,
        desfase: clockOffset,
        conReloj,
        mensajes: 1,
        ultimo: m,
      })
      continue
    }
    const first = l.ultimo !== m
    if (first) {
      l.mensajes++
      l.ultimo = m
      l.recibido = m.recibido
      l.conReloj = false
    }
    if (clockOffset === null || (l.conReloj && !isClock)) continue
    if (isClock || first || l.desfase === null || clockOffset > l.desfase) l.desfase = clockOffset
    l.conReloj = isClock
  }
}
