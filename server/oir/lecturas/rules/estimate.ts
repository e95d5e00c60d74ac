import type { Ajustes } from '#contract/parque/ajustes/values'
import { isMuerto } from '../engine/lectores'
import { trainingRestOf } from '../engine/model/aprender'
import { type Causa, evaluate } from '../engine/motor'
import { saidQuieto } from '../engine/time-bins'
import type { Trace } from '../engine/trace'
import type { DeviceState } from './device-state'
import { stand } from './estancia'
import type { PlaceContext } from './place-context'
import { chooseLector } from './reader-of-place'

/**
 * Why another place is reported than before. `retirada`: the person who had confirmed a place took that back; the engine has no such cause.
 */
export type Cambio = { causa: Causa | 'retirada'; traza: Trace }

/** Readers that hear the same advert report it within this time. */
const REUNION_MS = 3000
/** A tag that reports that it did not move is believed for this long without any hearing. */
const QUIETO_MS = 24 * 3_600_000
/** Clocks of readers may differ by this many seconds. */
const CLOCK_S = 90

/** Whether all readers have had time to report what was heard. */
export const isDecidable = (r: DeviceState, now: number): boolean =>
  r.porJuzgar !== null && now - r.porJuzgar >= REUNION_MS

/** Whether people would see something else if the tag were judged now. */
export function wouldChange(r: DeviceState, v: PlaceContext, now: number): boolean {
  const j = evaluate(v, { ...r.creencia }, Math.floor(now / 1000))
  return j !== null && (j.lugar !== r.sitio.lugar || (j.modo === 'moviendo') !== r.enCamino)
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
  const n = who === null ? undefined : v.lectores.numeros.get(who)
  const muerto = n !== undefined && isMuerto(v.lectores, n, Math.floor(now / 1000))
  const callo = who !== null && (j.sinLector || muerto)
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
  if (j.muestra) r.descanso = trainingRestOf(j.muestra, v.lectores, v.lugarOf) ?? r.descanso
  r.certeza = j.p
  r.segundo = j.orden[1] ?? null
  r.enCamino = j.modo === 'moviendo'
  return j.cambio
}
