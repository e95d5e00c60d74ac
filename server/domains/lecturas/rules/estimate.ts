import type { Ajustes } from '#contract/valores/usuarios/ajustes'
import { hasNumber, isMuerto, noteVivo, numberOf } from '../engine/lectores'
import { withoutDoubt } from '../engine/model/aprender'
import type { Sample } from '../engine/model/sample'
import { type Causa, evaluate, observe } from '../engine/motor'
import type { Setting } from '../engine/setting'
import { afterTimeBin, newest, saidQuieto, type TimeBins } from '../engine/time-bins'
import type { Trace } from '../engine/trace'
import { addTimeBin, clear, type Window } from '../engine/window'
import { type Clocks, timeOf } from './clocks'
import type { DeviceState, Observation } from './device-state'
import { stand } from './estancia'

/** What places of a company are judged by. `lugarOf`: place of each reader, by its id. */
export type PlaceContext = Setting & {
  relojes: Clocks
  lugarOf: ReadonlyMap<number, number>
}

/**
 * Why another place is reported than before. `retirada`: the person who had confirmed a place took that back; the engine has no such cause.
 */
export type Cambio = { causa: Causa | 'retirada'; traza: Trace }

/** Readers that hear the same advert report it within this time. */
const REUNION_MS = 3000
/** A container stays at its reported reader until another reader of the place hears it this many dB better. */
const MEJOR_DB = 6
/** Seconds of evidence among which the best reader is sought. */
const RECIENTE_S = 600
/** A tag that reports that it did not move is believed for this long without any hearing. */
const QUIETO_MS = 24 * 3_600_000
/** Clocks of readers may differ by this many seconds. */
const CLOCK_S = 90

/** Note that a reader heard the tag. The hearing is judged once the other readers have reported the same advert. */
export function hear(r: DeviceState, v: PlaceContext, o: Observation, mueve: boolean | undefined): void {
  const cuando = timeOf(v.relojes, o.lector, o.t, o.recibido)
  const { oido } = v.motor
  oido.lector = numberOf(v.lectores, o.lector)
  oido.tag = r.dispositivo
  oido.s = Math.floor(cuando / 1000)
  oido.nivel = o.lectura.rssi
  oido.mueve = mueve
  observe(v, r.creencia, oido)
  r.porJuzgar ??= o.recibido
}

/** The same for a tag that another partition applies: note only that the reader is alive. */
export function noteAjeno(v: PlaceContext, lector: number, tag: number, t: number, recibido: number): void {
  const cuando = timeOf(v.relojes, lector, t, recibido)
  noteVivo(v.lectores, numberOf(v.lectores, lector), tag, Math.floor(cuando / 1000))
}

/** Whether all readers have had time to report what was heard. */
export const isDecidable = (r: DeviceState, now: number): boolean =>
  r.porJuzgar !== null && now - r.porJuzgar >= REUNION_MS

/** What the readers heard of a tag lately. */
function gatherRecent(v: PlaceContext, c: TimeBins): Window {
  const { nuevas: w } = v.motor
  clear(w, v.lectores.ids.length)
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

/** Whether people would see something else if the tag were judged now. */
export function wouldChange(r: DeviceState, v: PlaceContext, now: number): boolean {
  const j = evaluate(v, { ...r.creencia }, Math.floor(now / 1000))
  return j !== null && (j.lugar !== r.sitio.lugar || (j.modo === 'moviendo') !== r.enCamino)
}

/** What can be learned from a rest, by the ids of readers; null: the rest leaves doubt. */
function trainingRestOf(m: Sample, v: PlaceContext): DeviceState['descanso'] {
  const { ids } = v.lectores
  const planta = [...v.lugarOf].flatMap(([id, place]) =>
    hasNumber(v.lectores, id) ? { lector: numberOf(v.lectores, id), lugar: place } : [],
  )
  const lector = withoutDoubt(m, planta)
  return lector === null
    ? null
    : {
        lector: ids[lector] as number,
        muestra: m.map((o) => ({ ...o, lector: ids[o.lector] as number })),
      }
}

/** By its own report the tag stood where it is, although no reader heard it for a while. */
function isQuedo({ creencia: belief, sitio: reportedPlace }: DeviceState, t: number, a: Ajustes): boolean {
  const falta = t - reportedPlace.oido
  if (falta <= a.minutosSalida * 60_000 || falta > QUIETO_MS) return false
  return saidQuieto(belief.celdas, Math.floor(reportedPlace.oido / 1000) + CLOCK_S)
}

/**
 * Judge where the tag is, by all that was heard of it (`r` is changed).
 * @param now Unix ms
 * @returns why another place is reported; null: none is
 */
export function decidePlace(r: DeviceState, v: PlaceContext, now: number, a: Ajustes): Cambio | null {
  r.porJuzgar = null
  const j = evaluate(v, r.creencia, Math.floor(now / 1000))
  if (j === null || j.lugar === null) return null
  const lector = chooseLector(r, v, j.lugar)
  if (lector === null) return null
  const who = r.sitio.lector
  const n = who !== null && hasNumber(v.lectores, who) ? numberOf(v.lectores, who) : null
  const callo = n !== null && (j.sinLector || isMuerto(v.lectores, n, Math.floor(now / 1000)))
  const ajeno = v.lugarOf.get(lector) !== j.lugar
  const t = r.ultimo ?? now
  stand(
    r.sitio,
    {
      lugar: j.lugar,
      lector,
      ajeno,
      desde: j.desde * 1000,
      callo: callo || isQuedo(r, t, a),
      dice: j.dice,
      mueve: j.modo === 'moviendo',
      lejos: j.lejos,
    },
    t,
    a,
  )
  if (j.muestra) r.descanso = trainingRestOf(j.muestra, v) ?? r.descanso
  r.certeza = j.p
  r.segundo = j.orden[1] ?? null
  r.enCamino = j.modo === 'moviendo'
  return j.cambio
}
