import type { Listening } from './context'
import { PARAMETERS as P } from './parameters'
import { countPudo } from './silences'
import type { TimeBins } from './time-bins'
import { addTimeBin, clear } from './window'

/** How many of the newest cells are tried as the beginning of another spot. */
const TAMANOS = [1, 2, 3, 4, 6, 8, 12, 16]

/**
 * Find the change point of the levels: how many of the newest cells differ from the rest of the window by more than adverts of one spot do;
 * 0: none.
 * @param umbral how different they must be (`umbralOf`)
 * @param dice the tag reports movement, and reported none
 */
export function findChangePoint(x: Listening, c: TimeBins, umbral: number, dice: boolean): number {
  const { ventana: v, nuevas, indexes } = x.motor
  clear(nuevas)
  let k = 0
  let mejor = 0
  let maximum = umbral + (dice ? P.umbralDice : 0)
  for (let n = 1; n < v.celdas && k < TAMANOS.length; n++) {
    addTimeBin(nuevas, c, indexes[n - 1] as number)
    if (n !== TAMANOS[k]) continue
    k++
    const d = differ(x, c)
    if (d > maximum) [mejor, maximum] = [n, d]
  }
  return mejor
}

/** Whether the newest `k` cells are like the rest of the window, by the measure of `findChangePoint`. */
export function isIgual(x: Listening, c: TimeBins, k: number): boolean {
  const { nuevas, indexes } = x.motor
  clear(nuevas)
  for (let j = 0; j < k; j++) addTimeBin(nuevas, c, indexes[j] as number)
  return differ(x, c) < P.umbralCorte
}

/**
 * Threshold of a change. A tag with frequent adverts is tested often, and chance makes some tests differ: more of them the longer the tag
 * has stood.
 * @param interval seconds between its adverts
 * @param quieto seconds that it has been at its spot
 */
export const umbralOf = (interval: number, quieto: number) =>
  P.umbralCorte +
  P.umbralDenso * Math.max(0, Math.log2(INTERVAL_S / interval)) * Math.min(1, quieto / P.quietoS)
const INTERVAL_S = 32

/**
 * How far `nuevas`, the newest cells of the window, are from the rest of it: sum of squares over readers, in units of chance variation.
 * Adverts that a reader missed count for nothing if it was dead then and lives again. If it is still silent they count: the tag may have
 * left it.
 */
function differ(x: Listening, c: TimeBins): number {
  const { ventana: v, nuevas } = x.motor
  const { lectores: l } = x
  const all = nuevas.anuncios
  const demas = v.anuncios - all
  if (demas < 1) return 0
  const { lectores, niveles, suma, veces } = v
  const { niveles: newLevels, suma: sumaNueva, veces: vecesNuevas } = nuevas
  const { varCorte: varChangePoint, varQuieto } = P
  const inversos = 1 / all + 1 / demas
  let cuadrados = 0
  let weights = 0
  let comun = 0
  let n = 0
  for (let k = 0; k < v.hearers; k++) {
    const r = lectores[k] as number
    const n1 = newLevels[r] as number
    const n2 = (niveles[r] as number) - n1
    if (n1 > 0 && n2 > 0) {
      const s1 = sumaNueva[r] as number
      const d = s1 / n1 - ((suma[r] as number) - s1) / n2
      const w = 1 / (varChangePoint * (1 / n1 + 1 / n2) + varQuieto)
      cuadrados += d * d * w
      weights += w
      comun += w * d
      n++
    }
    const h1 = vecesNuevas[r] as number
    const h2 = (veces[r] as number) - h1
    let m1 = all
    let m2 = demas
    let inverso = inversos
    if ((l.calloHasta[r] as number) > v.desde) {
      m1 = Math.max(h1, countPudo(x, c, 0, nuevas.celdas, r))
      m2 = Math.max(h2, countPudo(x, c, nuevas.celdas, v.celdas, r))
      if (!m1 || !m2) continue
      inverso = 1 / m1 + 1 / m2
    }
    const p = (h1 + h2 + 0.5) / (m1 + m2 + 1)
    cuadrados += (h1 / m1 - h2 / m2) ** 2 / (p * (1 - p) * inverso + 0.02)
    n++
  }
  cuadrados -= comun ** 2 / (weights + 1 / P.varComun)
  // Many readers show a change more clearly, but also whatever passes by.
  const many = Math.min(1, Math.sqrt(P.termsCorte / Math.max(1, n)))
  return ((cuadrados - n) / Math.sqrt(2 * n + 1)) * Math.sqrt(3) * many
}
