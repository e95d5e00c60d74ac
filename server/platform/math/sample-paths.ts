import { HORIZONTE } from './historia'

/** Sample paths of the stock over the next 24 open hours: `n` rows in `valor`, each with its weight. */
export type SamplePaths = { n: number; valor: Float64Array; peso: Float64Array }

export const createSamplePaths = (max: number): SamplePaths => ({
  n: 0,
  valor: new Float64Array(max * HORIZONTE),
  peso: new Float64Array(max),
})

/** Sorting buffer that is reused: forecasts are made one after the other. */
let column = new Float64Array(0)
let weights = new Float64Array(0)

/**
 * Quantiles of the paths at hour `k` (0: the first), interpolated between the middles of their weights; beyond the outermost paths, the
 * value of those.
 * @param ps probabilities in rising order
 * @param salida receives the quantiles
 */
export function quantilesOf(c: SamplePaths, k: number, ps: ArrayLike<number>, salida: Float64Array): void {
  if (column.length < c.n) {
    column = new Float64Array(c.n)
    weights = new Float64Array(c.n)
  }
  let total = 0
  for (let i = 0; i < c.n; i++) {
    const v = c.valor[i * HORIZONTE + k] as number
    const p = c.peso[i] as number
    total += p
    let j = i
    for (; j > 0 && (column[j - 1] as number) > v; j--) {
      column[j] = column[j - 1] as number
      weights[j] = weights[j - 1] as number
    }
    column[j] = v
    weights[j] = p
  }
  let [i, before] = [0, 0]
  for (let q = 0; q < ps.length; q++) {
    const meta = (ps[q] as number) * total
    while (i < c.n - 1 && before + (weights[i] as number) / 2 < meta) before += weights[i++] as number
    const here = before + (weights[i] as number) / 2
    const v = column[i] as number
    if (i === 0 || here <= meta) salida[q] = v
    else {
      const previa = before - (weights[i - 1] as number) / 2
      const u = column[i - 1] as number
      salida[q] = u + ((v - u) * (meta - previa)) / Math.max(here - previa, 1e-12)
    }
  }
}

/**
 * Share of the paths that have fallen under `minimum` by each of the 24 hours, and the hour (1..24) by which half of those paths have.
 * Stock is a whole number, paths are not: a path is under the minimum where it rounds to less.
 */
export function crossingOf(c: SamplePaths, minimum: number): { hasta: Float64Array; hora: number | null } {
  const hasta = new Float64Array(HORIZONTE)
  let total = 0
  for (let i = 0; i < c.n; i++) {
    const weight = c.peso[i] as number
    total += weight
    for (let k = 0; k < HORIZONTE; k++)
      if ((c.valor[i * HORIZONTE + k] as number) < minimum - 0.5) {
        hasta[k] = (hasta[k] as number) + weight
        break
      }
  }
  let suma = 0
  for (let k = 0; k < HORIZONTE; k++) {
    suma += (hasta[k] as number) / Math.max(total, 1e-12)
    hasta[k] = suma
  }
  const hora = suma > 0 ? hasta.findIndex((p) => p >= suma / 2) + 1 : null
  return { hasta, hora }
}
