import type { Ajustes } from '#contract/valores/usuarios/ajustes'

/** How far each reader's clock is behind ours at least, in ms, and since when all that it tells is older than that; by reader id. */
export type ReaderLags = Map<number, { reloj: number; tardeDesde: number | null }>

/** Further behind than its clock and a slow gateway, a reading was kept back. */
const TARDE_MS = 300_000
/** A clock that is further behind is wrong: nobody knows when it heard something. */
const MAX_CLOCK_MS = 90_000
/** When all that a reader tells has been old for this long, it is its clock that has changed. */
const CAMBIO_MS = 10 * 60_000
/** What lies further back is no reading that was kept. */
const MAX_READER_LAG_MS = 24 * 3_600_000

/**
 * Whether a reader whose clock is right tells of something that it kept back for minutes or hours.
 * @param t what the reader says, Unix ms
 */
export function isLate(readerLags: ReaderLags, lector: number, t: number, recibido: number): boolean {
  const d = Math.min(0, t - recibido)
  const a = readerLags.get(lector)
  if (!a) {
    readerLags.set(lector, { reloj: d, tardeDesde: null })
    return false
  }
  if (d >= a.reloj - TARDE_MS) {
    a.reloj = Math.max(a.reloj, d)
    a.tardeDesde = null
    return false
  }
  if (d < -MAX_READER_LAG_MS) return false
  a.tardeDesde ??= recibido
  if (recibido - a.tardeDesde > CAMBIO_MS) {
    a.reloj = d
    a.tardeDesde = null
    return false
  }
  return a.reloj >= -MAX_CLOCK_MS
}

/**
 * When something was heard, Unix ms: the reader's time where it may be right.
 * @param late the reader kept it back
 */
export function believedTime(time: number | null, late: boolean, recibido: number, a: Ajustes): number {
  if (time === null) return recibido
  return late || Math.abs(time - recibido) <= a.segundosReloj * 1000 ? Math.min(time, recibido) : recibido
}

/** What was known of a reader's clock when the process began, in seconds. */
export function recallReloj(readerLags: ReaderLags, lector: number, clockOffset: number | null): void {
  if (clockOffset !== null && !readerLags.has(lector))
    readerLags.set(lector, { reloj: Math.min(0, clockOffset * 1000), tardeDesde: null })
}
