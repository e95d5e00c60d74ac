import type { Belief } from './belief'
import { findChangePoint, isIgual, umbralOf } from './change-point'
import type { Lectores } from './lectores'
import { PARAMETERS as P } from './parameters'
import {
  createReportedPlaces,
  endOfTimeBin,
  intervalOf,
  listTimeBins,
  mueveOf,
  saidMovimiento,
} from './time-bins'
import { addTimeBin, clear, findMudos, type Window } from './window'

const reportedPlaces = createReportedPlaces()

/** Where another spot begins, all that was said of the one before is void. */
function beginSpot(c: Belief, s: number): void {
  c.corteAnterior = c.corte
  c.corte = s
  c.decidido = c.ensenado = c.confirmado = false
}

/** Whether the tag tells of its movement, and that it moves; whether its levels say that it is carried about; its mean interval in seconds, as heard. */
export type WindowSummary = { dice: boolean; mueve: boolean; llevado: boolean; intervalo: number }

/**
 * Sum up into `v` the cells that speak of where the tag is now: those since it last moved, by its own word or else by the levels;
 * on the move those of the last seconds.
 * @returns null: it was never heard
 */
export function choose(v: Window, c: Belief, l: Lectores): WindowSummary | null {
  const p = c.celdas.palabras
  const { n, anuncios } = listTimeBins(c.celdas, reportedPlaces)
  if (!n) return null
  const first = reportedPlaces[0] as number
  clear(v, l.ids.length)
  const last = p[first] as number
  const intervalo = intervalOf(c.celdas, anuncios)
  const meta = p[first + 1] as number
  const mueve = saidMovimiento(meta) && mueveOf(meta)
  const llevado = last - c.corteAnterior < P.llevadoS
  const dice = addSpot(v, c, n, mueve, P.hueco * intervalo + P.huecoS, llevado)
  if (mueve) beginSpot(c, last)
  else if (!dice || !joinRoce(v, c, n, l)) {
    const umbral = umbralOf(intervalo, last - c.corte)
    const nuevas = findChangePoint(v, c.celdas, reportedPlaces, l, umbral, dice)
    if (nuevas) {
      beginSpot(c, p[reportedPlaces[nuevas - 1] as number] as number)
      clear(v, l.ids.length)
      for (let k = 0; k < nuevas; k++) addTimeBin(v, c.celdas, reportedPlaces[k] as number)
    }
  }
  return { dice, mueve, llevado, intervalo }
}

/** Find the readers that could not tell of all adverts of the window that was just chosen: only what weighs or shows it needs them. */
export const findSilencios = (v: Window, c: Belief, l: Lectores): void =>
  findMudos(v, c.celdas, reportedPlaces, l)

/**
 * A lone word of movement after which the levels are as before: somebody bumped into the tag, and the window goes on with what was heard before.
 * @param n how many cells there are
 * @returns whether it was that
 */
function joinRoce(v: Window, c: Belief, n: number, l: Lectores): boolean {
  if (v.anuncios < P.anunciosRoce || v.anuncios > P.anunciosRoceMax) return false
  const p = c.celdas.palabras
  const k = v.celdas
  const roce = reportedPlaces[k] as number
  if (k + 1 >= n || (p[roce] as number) !== c.corte || !mueveOf(p[roce + 1] as number)) return false
  // More than one word of it: that was a way.
  if (c.corte - c.corteAnterior < P.llevadoS) return false
  let desde = c.corte
  for (let j = k + 1; j < n; j++) {
    const i = reportedPlaces[j] as number
    if (mueveOf(p[i + 1] as number) || (p[i] as number) < c.corteAnterior) break
    desde = p[i] as number
    if (v.celdas < P.celdasDice) addTimeBin(v, c.celdas, i)
  }
  reportedPlaces.copyWithin(k, k + 1, n)
  if (v.celdas > k && isIgual(v, c.celdas, reportedPlaces, k, l)) {
    c.corte = desde
    c.decidido = true
    return true
  }
  clear(v, l.ids.length)
  for (let j = 0; j < k; j++) addTimeBin(v, c.celdas, reportedPlaces[j] as number)
  return false
}

/** Add the cells of this spot, newest first. @returns whether the tag tells of its movement */
function addSpot(
  v: Window,
  c: Belief,
  cuantas: number,
  mueve: boolean,
  gap: number,
  llevado: boolean,
): boolean {
  const p = c.celdas.palabras
  const last = p[reportedPlaces[0] as number] as number
  let previous = last
  let dice = false
  for (let k = 0; k < cuantas; k++) {
    const i = reportedPlaces[k] as number
    const s = p[i] as number
    const meta = p[i + 1] as number
    if (v.celdas > 0 && s < c.corte && !mueve) break
    if (previous - endOfTimeBin(p, i) > gap) {
      if (c.corte < previous) beginSpot(c, previous)
      break
    }
    if (v.celdas >= (llevado ? P.celdasLlevado : dice ? P.celdasDice : P.celdas)) break
    // It was told already that this was a bump.
    if (!mueve && s > c.corte && mueveOf(meta)) {
      previous = s
      continue
    }
    if (mueve ? last - s > P.ventanaMoviendoS : mueveOf(meta)) break
    if (saidMovimiento(meta)) dice = true
    reportedPlaces[v.celdas] = i
    addTimeBin(v, c.celdas, i)
    previous = s
  }
  return dice
}
