/** How far readers' clocks are behind ours, as their own readings show; by reader id. */
export type Clocks = Map<number, { cubo: number; maximo: number; previo: number; n: number }>

export const createClocks = (): Clocks => new Map()

const CUBO_MS = 5 * 60_000
/** Fewer readings tell nothing: they may all be late. */
const MIN_LECTURAS = 20
/** What lies further back is late, and no clock. */
const MAX_READER_LAG_MS = 90_000

/**
 * When a reading was heard by our clock. A reader keeps readings back for a while, but not all of them: the least that its times lie
 * behind their arrival, over some minutes, is its clock.
 * @param t what the reader says, Unix ms, at most `recibido`
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

/** The same of a reading that `timeOf` has seen. */
export function readTime(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const r = clocks.get(lector)
  // Of whole buckets only: within a batch that is being read the newest readings are yet to come.
  return r && r.previo < 0 && r.previo >= -MAX_READER_LAG_MS ? Math.min(t - r.previo, recibido) : t
}

/**
 * How long a reader kept a reading back, in ms, beyond what its clock is behind; 0 where its clock is not known yet.
 * @param t what the reader says, Unix ms
 */
export function keptFor(clocks: Clocks, lector: number, t: number, recibido: number): number {
  const r = clocks.get(lector)
  if (!r) return 0
  const clock = Math.max(r.previo, r.n >= MIN_LECTURAS ? r.maximo : Number.NEGATIVE_INFINITY)
  return Number.isFinite(clock) ? Math.max(0, recibido - t + clock) : 0
}
