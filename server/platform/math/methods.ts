import { ageWeight, type ExpectedPath, fitExpectedPath } from './expected-path'
import { fitFlujo } from './flujo'
import { featuresOf, type Historia, HORIZONTE } from './historia'
import { createSamplePaths, type SamplePaths } from './sample-paths'

/** `ultimo`: the last value, with the changes of any hours; `flujo`: arrivals and pull; `analogos`: similar hours of the past. */
export type Method = 'ultimo' | 'analogos' | 'flujo'
type ConExpectedPath = Exclude<Method, 'ultimo'>
export const METHODS: readonly Method[] = ['ultimo', 'analogos', 'flujo']

const PARECIDAS = 60
/** Weight of an hour of an alike day, relative to the same hour of the week. */
const OTRO_DIA = 0.3
/** How far the stock of a similar hour may differ, in standard deviations. */
const NEAR = 1
/** Number of past hours whose changes `ultimo` uses. */
const CUALQUIERA = 120

/**
 * What was learned of a series from the hours before `fin`: the expected paths of each hour by each method, and the hours grouped by hour
 * of the day.
 */
export type Modelo = {
  fin: number
  sd: number
  /** Expected paths, a row of 24 for each hour. `reach` fills in a row on demand and marks it in `hecho`. */
  esperado: Record<ConExpectedPath, Float64Array>
  hecho: Record<ConExpectedPath, Uint8Array>
  porHora: number[][]
  base: ExpectedPath
  camino: Record<ConExpectedPath, ExpectedPath['camino']>
}

/** Learn from the hours before `fin`. Takes about a millisecond for 12 weeks. */
export function fitModelo(h: Historia, fin: number): Modelo {
  const base = fitExpectedPath(h, featuresOf(h), fin)
  const porHora: number[][] = Array.from({ length: 24 }, () => [])
  for (let i = HORIZONTE; i + HORIZONTE < fin; i++) porHora[(h.clase[i] as number) % 24]?.push(i)
  const n = h.stock.length * HORIZONTE
  return {
    fin,
    sd: base.sd,
    esperado: { analogos: new Float64Array(n), flujo: new Float64Array(n) },
    hecho: { analogos: new Uint8Array(h.stock.length), flujo: new Uint8Array(h.stock.length) },
    porHora,
    base,
    camino: { analogos: base.camino, flujo: fitFlujo(h, fin, base.pares) },
  }
}

/** Expected paths of a method, a row of 24 for each hour. Fills in the row of hour `i`; rows that were not asked for are zeros. */
export function reach(m: Modelo, method: ConExpectedPath, i: number): Float64Array {
  const [expectedPath, hecho] = [m.esperado[method], m.hecho[method]]
  if (!hecho[i]) {
    m.camino[method](i, expectedPath, i * HORIZONTE)
    hecho[i] = 1
  }
  return expectedPath
}

/** A path that begins at hour `i` and goes on as the stock did at the past hour `previa`. */
type Step = { i: number; previa: number; weight: number }

/** Add the path from the stock at `i` for the case that the expected path errs as it did at `previa`. */
function pushCamino(
  c: SamplePaths,
  h: Historia,
  expectedPath: Float64Array | null,
  { i, previa, weight }: Step,
) {
  const row = c.n * HORIZONTE
  const [now, entonces] = [h.stock[i] as number, h.stock[previa] as number]
  for (let k = 0; k < HORIZONTE; k++) {
    const fue = h.stock[previa + k + 1] as number
    const v = expectedPath
      ? (expectedPath[i * HORIZONTE + k] as number) + fue - (expectedPath[previa * HORIZONTE + k] as number)
      : now + fue - entonces
    c.valor[row + k] = Math.min(h.pool, Math.max(0, v))
  }
  c.peso[c.n++] = weight
}

type Neighbours = { horas: Int32Array; pesos: Float64Array; n: number }

/** Past hours most like hour `i`: the same hour of the week, or of the day on an alike day; similar in stock; recent. */
export function findNeighbours(h: Historia, m: Modelo, i: number): Neighbours {
  const kind = h.clase[i] as number
  const day = Math.floor(kind / 24)
  const horas: number[] = []
  const weights: number[] = []
  for (const previa of m.porHora[kind % 24] as number[]) {
    const suya = h.clase[previa] as number
    const igual = suya === kind ? 1 : m.base.pares[day * 7 + Math.floor(suya / 24)] ? OTRO_DIA : 0
    if (!igual) continue
    const far = ((h.stock[previa] as number) - (h.stock[i] as number)) / (m.sd * NEAR)
    const weight = igual * ageWeight(i - previa) * Math.exp(-0.5 * far * far) + 1e-12
    if (horas.length === PARECIDAS && weight <= (weights[PARECIDAS - 1] as number)) continue
    let j = Math.min(horas.length, PARECIDAS - 1)
    for (; j > 0 && (weights[j - 1] as number) < weight; j--) {
      weights[j] = weights[j - 1] as number
      horas[j] = horas[j - 1] as number
    }
    weights[j] = weight
    horas[j] = previa
  }
  return { horas: Int32Array.from(horas), pesos: Float64Array.from(weights), n: horas.length }
}

/** Without any known past the stock stays as it is. */
function stay(h: Historia, i: number): SamplePaths {
  const c = createSamplePaths(1)
  c.valor.fill(h.stock[i] as number)
  c.peso[0] = 1
  c.n = 1
  return c
}

/** Sample paths from hour `i` by a method. Of hours after `i` only their class is used. */
export function pathsOf(h: Historia, m: Modelo, method: Method, i: number, a: Neighbours): SamplePaths {
  if (method === 'ultimo') {
    const c = createSamplePaths(CUALQUIERA)
    const hay = m.fin - HORIZONTE
    const paso = Math.max(1, Math.floor(hay / CUALQUIERA))
    for (let k = 0, previa = hay - 1; k < CUALQUIERA && previa >= 0; k++, previa -= paso)
      pushCamino(c, h, null, { i, previa, weight: 1 })
    return c.n ? c : stay(h, i)
  }
  if (!a.n) return stay(h, i)
  const expectedPath = reach(m, method, i)
  const c = createSamplePaths(a.n)
  for (let k = 0; k < a.n; k++) {
    const previa = a.horas[k] as number
    reach(m, method, previa)
    pushCamino(c, h, expectedPath, { i, previa, weight: a.pesos[k] as number })
  }
  return c
}
