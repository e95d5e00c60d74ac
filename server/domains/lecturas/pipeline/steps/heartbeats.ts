import type { Registrado } from '../memory/repo-registry'
import type { Message } from '../message'
import { isInPartition } from '../ownership/partition'
import type { Context } from './context'

/** The reader's clock minus ours, in seconds; null: it reports no time, or an impossible one. */
function clockOffsetOf(hour: number | null, m: Message): number | null {
  if (hour === null) return null
  const s = Math.round((hour - m.recibido) / 1000)
  return Math.abs(s) < 2_000_000_000 ? s : null
}

/**
 * Note a heartbeat of a reader.
 * @param hour time that the reader reported, Unix ms
 * @param esClock `hour` is the reader's clock. Else it is the time of a reading; the latest one of a message is nearest to the clock
 */
function keepHeartbeat(
  lector: Pick<Registrado, 'id' | 'empresa'>,
  m: Message,
  hour: number | null,
  esClock: boolean,
  c: Context,
): void {
  if (!isInPartition(c.partition, lector.id)) return
  const clockOffset = clockOffsetOf(hour, m)
  const l = c.escritura.latidos.get(lector.id)
  if (!l) {
    const { id, empresa } = lector
    const conReloj = esClock && clockOffset !== null
    c.escritura.latidos.set(id, {
      lector: id,
      empresa,
      recibido: m.recibido,
      desfase: clockOffset,
      conReloj,
      mensajes: 1,
      ultimo: m,
    })
    return
  }
  const first = l.ultimo !== m
  if (first) {
    l.mensajes++
    l.ultimo = m
    l.recibido = m.recibido
    l.conReloj = false
  }
  if (clockOffset === null || (l.conReloj && !esClock)) return
  if (esClock || first || l.desfase === null || clockOffset > l.desfase) l.desfase = clockOffset
  l.conReloj = esClock
}

/** A message held a reader's clock (Unix ms), or only showed that the reader is alive (null). */
export function keepClock(lector: Registrado, clock: number | null, m: Message, c: Context): void {
  keepHeartbeat(lector, m, clock, true, c)
}

/** A reader sent a reading. A reading that it kept back says nothing about its clock. */
export function keepAlive(
  lector: Pick<Registrado, 'id' | 'empresa'>,
  time: number | null,
  late: boolean,
  m: Message,
  c: Context,
): void {
  keepHeartbeat(lector, m, late ? null : time, false, c)
}
