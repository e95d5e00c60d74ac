import type { Ajustes } from '#contract/parque/ajustes/values'

/**
 * By reader id. `reloj`: how far the reader's clock is behind ours at least, in ms, as a negative number. `tardeDesde`: since when all that
 * it reports is older than that; null: not all is.
 */
export type ReaderLags = Map<number, { reloj: number; tardeDesde: number | null }>

/** A reading this much further behind than its reader's clock was kept back: a slow gateway cannot explain it. Older than MAX_LATE_S it corrects no stay. */
const TARDE_MS = 300_000
/** A clock that is further behind is wrong: when its reader heard something is not known. */
const MAX_CLOCK_MS = 90_000
/** If all that a reader reports has been old for this long, its clock has changed. */
const CAMBIO_MS = 10 * 60_000
/** A time further back is not of a reading that was kept back. */
const MAX_KEPT_MS = 24 * 3_600_000

/**
 * Whether a reader whose clock is right sends a reading that it kept back for minutes or hours.
 * @param t time that the reader reports, Unix ms
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
  if (d < -MAX_KEPT_MS) return false
  a.tardeDesde ??= recibido
  if (recibido - a.tardeDesde > CAMBIO_MS) {
    a.reloj = d
    a.tardeDesde = null
    return false
  }
  return a.reloj >= -MAX_CLOCK_MS
}

/**
 * When a reading was heard, Unix ms: the reader's time if it may be right, else its arrival.
 * @param late the reader kept it back
 */
export function believedTime(time: number | null, late: boolean, recibido: number, a: Ajustes): number {
  if (time === null) return recibido
  return late || Math.abs(time - recibido) <= a.segundosReloj * 1000 ? Math.min(time, recibido) : recibido
}

/**
 * Take over what was known of a reader's clock before this process began.
 * @param clockOffset seconds
 */
export function recallReloj(readerLags: ReaderLags, lector: number, clockOffset: number | null): void {
  if (clockOffset !== null && !readerLags.has(lector))
    readerLags.set(lector, { reloj: Math.min(0, clockOffset * 1000), tardeDesde: null })
}

/**
 * How far readers' clocks are behind ours, as their own readings show; by reader id. `cubo`: number of the present bucket of 5 minutes.
 * `n`: its readings. `maximo`: least lag in it, as a negative number of ms. `previo`: the same of the bucket before.
 */
export type Clocks = Map<number, { cubo: number; maximo: number; previo: number; n: number }>

export const createClocks = (): Clocks => new Map()

const CUBO_MS = 5 * 60_000
/** With fewer readings the clock is not known: all of them may be late. */
const MIN_LECTURAS = 20
/** A greater lag means late readings, not a clock. */
const MAX_READER_LAG_MS = 90_000

/**
 * When a reading was heard by our clock. A reader keeps some readings back for a while, but not all: the least lag of its times behind
 * their arrival, over some minutes, is the lag of its clock.
 * @param t time that the reader reports, Unix ms, at most `recibido`
 */
export function timeOf(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const cubo = Math.floor(recibido / CUBO_MS)
  const d = t - recibido
  const r = clocks.get(lector)
  if (!r) {
    clocks.set(lector, { cubo, maximo: d, previo: Number.NEGATIVE_INFINITY, n: 1 })
    return t
  }
  if (cubo !== r.cubo) {
    r.previo = cubo === r.cubo + 1 && r.n >= MIN_LECTURAS ? r.maximo : Number.NEGATIVE_INFINITY
    r.cubo = cubo
    r.maximo = d
    r.n = 1
  } else {
    r.maximo = Math.max(r.maximo, d)
    r.n++
  }
  // Only the bucket before counts: while a batch is being read, the newest readings of the present bucket are yet to come.
  return r.previo < 0 && r.previo >= -MAX_READER_LAG_MS ? Math.min(t - r.previo, recibido) : t
}

/**
 * How long a reader kept a reading back, in ms, beyond the lag of its clock; 0: its clock is not known yet. Call it after `timeOf`.
 * @param t time that the reader reports, Unix ms
 */
export function keptFor(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const r = clocks.get(lector)
  if (!r) return 0
  const clock = Math.max(r.previo, r.n >= MIN_LECTURAS ? r.maximo : Number.NEGATIVE_INFINITY)
  return Number.isFinite(clock) ? Math.max(0, recibido - t + clock) : 0
}
