import { afterTimeBin, newest, type TimeBins } from '../engine/time-bins'
import { addTimeBin, clear, type Window } from '../engine/window'
import type { DeviceState } from './device-state'
import type { PlaceContext } from './place-context'

/** A container stays at its reported reader until another reader of the place hears it this many dB better. */
const MEJOR_DB = 6
/** Seconds of evidence among which the best reader is sought. */
const RECIENTE_S = 600

/** What the readers heard of a tag lately. */
function gatherRecent(v: PlaceContext, c: TimeBins): Window {
  const { nuevas: w } = v.motor
  clear(w)
  const desde = (newest(c) ?? 0) - RECIENTE_S
  for (let i = 0; i < c.usado; i = afterTimeBin(c.palabras, i))
    if ((c.palabras[i] as number) >= desde) addTimeBin(w, c, i)
  return w
}

const NO_LEVEL = -127
/** Mean level of a reader, dBm. */
const levelOf = (w: Window, n: number) =>
  w.niveles[n] ? (w.suma[n] as number) / (w.niveles[n] as number) : NO_LEVEL

/**
 * The reader of the place that hears the tag best. If none of them hears it: the present one if it is of the place, else the best of all
 * readers.
 */
export function chooseLector(r: DeviceState, v: PlaceContext, place: number): number | null {
  const w = gatherRecent(v, r.creencia.celdas)
  const { ids } = v.lectores
  const { lector } = r.sitio
  const esSuyo = lector !== null && v.lugarOf.get(lector) === place
  let mejor = esSuyo ? lector : null
  let level = Number.NEGATIVE_INFINITY
  let suyos = 0
  for (let k = 0; k < w.hearers; k++) {
    const n = w.lectores[k] as number
    const id = ids[n] as number
    if (v.lugarOf.get(id) !== place) continue
    suyos++
    if (id === mejor) level = levelOf(w, n) + MEJOR_DB
  }
  if (!suyos && esSuyo) return mejor
  for (let k = 0; k < w.hearers; k++) {
    const n = w.lectores[k] as number
    const id = ids[n] as number
    if (levelOf(w, n) > level && (!suyos || v.lugarOf.get(id) === place)) {
      mejor = id
      level = levelOf(w, n)
    }
  }
  return mejor
}
