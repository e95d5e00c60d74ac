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
  return readTime(clocks, lector, t, recibido)
}

/** The same, for a reading that `timeOf` has already seen. */
export function readTime(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const r = clocks.get(lector)
  // Only the bucket before counts: while a batch is being read, the newest readings of the present bucket are yet to come.
  return r && r.previo < 0 && r.previo >= -MAX_READER_LAG_MS ? Math.min(t - r.previo, recibido) : t
}

/**
 * How long a reader kept a reading back, in ms, beyond the lag of its clock; 0: its clock is not known yet.
 * @param t time that the reader reports, Unix ms
 */
export function keptFor(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const r = clocks.get(lector)
  if (!r) return 0
  const clock = Math.max(r.previo, r.n >= MIN_LECTURAS ? r.maximo : Number.NEGATIVE_INFINITY)
  return Number.isFinite(clock) ? Math.max(0, recibido - t + clock) : 0
}
