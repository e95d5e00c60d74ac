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

/** What places of a company are judged by; `lugarDe` has the place of each reader, by its id. */
export type PlaceContext = Setting & {
  relojes: Clocks
  lugarOf: ReadonlyMap<number, number>
}

/** Why another place is reported now than before; `retirada`: who had said so took it back, which the engine knows nothing of. */
export type Cambio = { causa: Causa | 'retirada'; traza: Trace }

/** Readers that hear the same advert tell of it within this time. */
const REUNION_MS = 3000
/** The reader that a container was told to stand with stays so until another one of the place hears it this much better, dB. */
const MEJOR_DB = 6
/** Of the last seconds of evidence, which reader hears it best. */
const RECIENTE_S = 600
/** A tag that says that it did not move is believed for this long without any hearing, ms; and clocks of readers differ, seconds. */
const QUIETO_MS = 24 * 3_600_000
const CLOCK_S = 90

/** Note that a reader heard the tag. What it means is judged once the others that heard the same advert have told. */
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

/** The same of a tag that others see to: only how the reader is doing is noted. */
export function noteAjeno(v: PlaceContext, lector: number, tag: number, t: number, recibido: number): void {
  const cuando = timeOf(v.relojes, lector, t, recibido)
  noteVivo(v.lectores, numberOf(v.lectores, lector), tag, Math.floor(cuando / 1000))
}

/** Whether all readers have had time to tell of what was heard. */
export const isDecidable = (r: DeviceState, now: number): boolean =>
  r.porJuzgar !== null && now - r.porJuzgar >= REUNION_MS

/** What the readers heard of a tag lately, in the order in which they are found. */
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

/** The reader of the place that hears the tag best; where none of them does, the one that does. */
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

/** Whether people would be told something else if the tag were judged now. */
export function wouldChange(r: DeviceState, v: PlaceContext, now: number): boolean {
  const j = evaluate(v, { ...r.creencia }, Math.floor(now / 1000))
  return j !== null && (j.lugar !== r.sitio.lugar || (j.modo === 'moviendo') !== r.enCamino)
}

/** What a rest teaches, by the ids of readers; null: it leaves doubt. */
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

/** The tag stood where it is, though nobody heard it for a while, by its own word. */
function isQuedo({ creencia: belief, sitio: reportedPlace }: DeviceState, t: number, a: Ajustes): boolean {
  const falta = t - reportedPlace.oido
  if (falta <= a.minutosSalida * 60_000 || falta > QUIETO_MS) return false
  return saidQuieto(belief.celdas, Math.floor(reportedPlace.oido / 1000) + CLOCK_S)
}

/**
 * Judge where the tag is, by all that was heard of it (`r` is changed).
 * @param now Unix ms
 * @returns why another place is reported, or null where none is
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
