/**
 * Solve A x = b for several b by Cholesky decomposition.
 * @param a symmetric and positive definite, n x n by rows; overwritten
 * @param b `m` rows of n; each is replaced by its x
 */
export function solve(a: Float64Array, b: Float64Array, n: number, m: number): void {
  for (let j = 0; j < n; j++)
    for (let i = j; i < n; i++) {
      let s = a[i * n + j] as number
      for (let k = 0; k < j; k++) s -= (a[i * n + k] as number) * (a[j * n + k] as number)
      a[i * n + j] = i === j ? Math.sqrt(Math.max(s, 1e-12)) : s / (a[j * n + j] as number)
    }
  for (let x = 0; x < m * n; x += n) {
    for (let i = 0; i < n; i++) {
      let s = b[x + i] as number
      for (let k = 0; k < i; k++) s -= (a[i * n + k] as number) * (b[x + k] as number)
      b[x + i] = s / (a[i * n + i] as number)
    }
    for (let i = n - 1; i >= 0; i--) {
      let s = b[x + i] as number
      for (let k = i + 1; k < n; k++) s -= (a[k * n + i] as number) * (b[x + k] as number)
      b[x + i] = s / (a[i * n + i] as number)
    }
  }
}

const VUELTAS = 8
const STOCK_CHANGE_MAX = 2
/** Probabilities are kept at least this far from 0 and 1. */
const EXTREME = 1e-3

export const chanceOf = (z: number): number => 1 / (1 + Math.exp(-z))

/** Inverse of `chanceOf`, for 0.001 to 0.999. */
export function logitOf(p: number): number {
  const q = Math.min(1 - EXTREME, Math.max(EXTREME, p))
  return Math.log(q / (1 - q))
}

/** z of `chanceOf` for the features of one row. */
export function scoreOf(weights: Float64Array, x: Float64Array, desde = 0): number {
  let z = 0
  for (let j = 0; j < weights.length; j++) z += (weights[j] as number) * (x[desde + j] as number)
  return z
}

/**
 * Logistic regression by Newton's method, shrunk towards `previous` (ridge `lambda`; a hundredth of it for the first feature, the constant
 * 1).
 * @param x rows with as many features as `previous`; `y` 0 or 1 and `w` the weight of each row
 * @returns a weight for each feature
 */
export function fitLogistica(
  x: Float64Array,
  y: ArrayLike<number>,
  w: ArrayLike<number>,
  previous: Float64Array,
  lambda: number,
): Float64Array {
  const k = previous.length
  const weights = Float64Array.from(previous)
  const a = new Float64Array(k * k)
  const g = new Float64Array(k)
  for (let vuelta = 0; vuelta < VUELTAS; vuelta++) {
    a.fill(0)
    g.fill(0)
    for (let i = 0; i < y.length; i++) {
      const row = i * k
      const p = chanceOf(scoreOf(weights, x, row))
      const resto = (w[i] as number) * ((y[i] as number) - p)
      const survivalCurve = (w[i] as number) * p * (1 - p)
      for (let j = 0; j < k; j++) {
        const xj = x[row + j] as number
        g[j] = (g[j] as number) + resto * xj
        for (let l = 0; l <= j; l++)
          a[j * k + l] = (a[j * k + l] as number) + survivalCurve * xj * (x[row + l] as number)
      }
    }
    for (let j = 0; j < k; j++) {
      const rateLimit = j === 0 ? lambda / 100 : lambda
      g[j] = (g[j] as number) - rateLimit * ((weights[j] as number) - (previous[j] as number))
      a[j * k + j] = (a[j * k + j] as number) + rateLimit
    }
    solve(a, g, k, 1)
    let mayor = 0
    for (let j = 0; j < k; j++) {
      const stockChange = Math.max(-STOCK_CHANGE_MAX, Math.min(STOCK_CHANGE_MAX, g[j] as number))
      weights[j] = (weights[j] as number) + stockChange
      mayor = Math.max(mayor, Math.abs(stockChange))
    }
    if (mayor < 1e-3) break
  }
  return weights
}
