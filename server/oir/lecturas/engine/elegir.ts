import type { Belief } from './belief'
import { findChangePoint, isIgual, umbralOf } from './change-point'
import type { Listening } from './context'
import { PARAMETERS as P } from './parameters'
import { endOfTimeBin, intervalOf, listTimeBins, mueveOf, saidMovimiento } from './time-bins'
import { addTimeBin, clear } from './window'

/** Begin another spot: what was decided, learned or confirmed at the spot before no longer counts. */
function beginSpot(c: Belief, s: number): void {
  c.corteAnterior = c.corte
  c.corte = s
  c.decidido = c.ensenado = c.confirmado = false
}

/**
 * `dice`: the tag reports its movement. `mueve`: it reports that it moves now. `intervalo`: mean seconds between its adverts, as heard.
 */
export type WindowSummary = { dice: boolean; mueve: boolean; intervalo: number }

/**
 * Sum up into the window the cells that show where the tag is now. At rest: those since its last move, by its own report or else by the
 * levels. On the move: those of the last seconds.
 * @returns null: the tag was never heard
 */
export function choose(x: Listening, c: Belief): WindowSummary | null {
  const { ventana: v, indexes } = x.motor
  const p = c.celdas.palabras
  const { n, anuncios } = listTimeBins(c.celdas, indexes)
  if (!n) return null
  const first = indexes[0] as number
  clear(v)
  const last = p[first] as number
  const intervalo = intervalOf(c.celdas, anuncios)
  const meta = p[first + 1] as number
  const mueve = saidMovimiento(meta) && mueveOf(meta)
  const e = { dice: false, mueve, intervalo }
  addSpot(x, c, n, e)
  if (mueve) beginSpot(c, last)
  else if (!e.dice || !joinRoce(x, c, n)) {
    const nuevas = findChangePoint(x, c.celdas, umbralOf(intervalo, last - c.corte), e.dice)
    if (nuevas) {
      beginSpot(c, p[indexes[nuevas - 1] as number] as number)
      clear(v)
      for (let k = 0; k < nuevas; k++) addTimeBin(v, c.celdas, indexes[k] as number)
    }
  }
  return e
}

/**
 * Check for a bump: a report of movement after which the levels are as before, until a place is decided at the new spot. The window then
 * includes what was heard before it.
 * @param n number of cells
 * @returns whether it was a bump
 */
function joinRoce(x: Listening, c: Belief, n: number): boolean {
  const { ventana: v, indexes } = x.motor
  if (c.decidido) return false
  const p = c.celdas.palabras
  const k = v.celdas
  const roce = indexes[k] as number
  if (k + 1 >= n || (p[roce] as number) !== c.corte || !mueveOf(p[roce + 1] as number)) return false
  let desde = c.corte
  for (let j = k + 1; j < n; j++) {
    const i = indexes[j] as number
    if (mueveOf(p[i + 1] as number) || (p[i] as number) < c.corteAnterior) break
    desde = p[i] as number
    if (v.celdas < P.celdasDice) addTimeBin(v, c.celdas, i)
  }
  indexes.copyWithin(k, k + 1, n)
  if (v.celdas > k && isIgual(x, c.celdas, k)) {
    c.corte = desde
    c.decidido = true
    return true
  }
  clear(v)
  for (let j = 0; j < k; j++) addTimeBin(v, c.celdas, indexes[j] as number)
  return false
}

/**
 * Add the cells of this spot to the window, newest first, and note whether the tag reports its movement.
 * @param cuantas number of all cells
 */
function addSpot(x: Listening, c: Belief, cuantas: number, e: WindowSummary): void {
  const { ventana: v, indexes } = x.motor
  const { mueve } = e
  const gap = P.hueco * e.intervalo + P.huecoS
  const p = c.celdas.palabras
  const last = p[indexes[0] as number] as number
  let previous = last
  for (let k = 0; k < cuantas; k++) {
    const i = indexes[k] as number
    const s = p[i] as number
    const meta = p[i + 1] as number
    if (v.celdas > 0 && s < c.corte && !mueve) break
    if (previous - endOfTimeBin(p, i) > gap) {
      if (c.corte < previous) beginSpot(c, previous)
      break
    }
    if (v.celdas >= (e.dice ? P.celdasDice : P.celdas)) break
    // An earlier call already found that this movement was a bump.
    if (!mueve && s > c.corte && mueveOf(meta)) {
      previous = s
      continue
    }
    if (mueve ? last - s > P.ventanaMoviendoS : mueveOf(meta)) break
    if (saidMovimiento(meta)) e.dice = true
    indexes[v.celdas] = i
    addTimeBin(v, c.celdas, i)
    previous = s
  }
}
