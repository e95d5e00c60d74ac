import { alikeDays, type Historia, HORIZONTE, KINDS } from './historia'
import { solve } from './lineal'

/** Half-life of the weight of past hours, in hours. */
const VIDA = 1500
/** Shrinkage: the mean over alike days counts like this many hours of the hour of the week itself. */
const ENCOGE = 4
const RIDGE = 0.02

/**
 * Expected paths of the stock. `camino` fills in the 24 hours after hour `i`, from index `desde` of `a`. `sd`: how much the stock differs
 * within an hour class.
 */
export type ExpectedPath = {
  pares: Uint8Array
  sd: number
  camino(i: number, a: Float64Array, desde: number): void
}

export const ageWeight = (edad: number): number => 0.5 ** (edad / VIDA)

/** `n` rows of `m` values. */
type Matrix = { values: Float64Array; n: number; m: number }

/**
 * Means of each of the `m` values by hour of the week, shrunk towards those of the same hour of alike days.
 * @param w weight of each row
 */
function meansOf(h: Historia, { values, n, m }: Matrix, w: Float64Array, pares: Uint8Array) {
  const weight = new Float64Array(KINDS)
  const suma = new Float64Array(KINDS * m)
  for (let i = 0; i < n; i++) {
    const c = h.clase[i] as number
    weight[c] = (weight[c] as number) + (w[i] as number)
    for (let j = 0; j < m; j++)
      suma[c * m + j] = (suma[c * m + j] as number) + (w[i] as number) * (values[i * m + j] as number)
  }
  const medias = new Float64Array(KINDS * m)
  for (let c = 0; c < KINDS; c++) {
    const iguales: number[] = []
    for (let d = 0; d < 7; d++) if (pares[Math.floor(c / 24) * 7 + d]) iguales.push(d * 24 + (c % 24))
    const total = iguales.reduce((s, e) => s + (weight[e] as number), 0)
    for (let j = 0; j < m; j++) {
      const all = iguales.reduce((s, e) => s + (suma[e * m + j] as number), 0)
      const day = total > 0 ? all / total : 0
      medias[c * m + j] = ((suma[c * m + j] as number) + ENCOGE * day) / ((weight[c] as number) + ENCOGE)
    }
  }
  return medias
}

/**
 * Fit the expected stock 1 to 24 open hours ahead: the mean change of the hour of the week, plus a ridge regression on how far the features
 * of the hour differ from their own means. Recent hours weigh more. Only hours before `fin` are used.
 * @param features see `featuresOf`
 */
export function fitExpectedPath(h: Historia, features: readonly Float64Array[], fin: number): ExpectedPath {
  const nr = features.length
  const m = nr + HORIZONTE
  const n = Math.max(0, fin - HORIZONTE)
  const values = new Float64Array(n * m)
  const w = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    w[i] = ageWeight(fin - i)
    const row = i * m
    for (let j = 0; j < nr; j++) values[row + j] = (features[j] as Float64Array)[i] as number
    const now = h.stock[i] as number
    for (let k = 0; k < HORIZONTE; k++) values[row + nr + k] = (h.stock[i + k + 1] as number) - now
  }
  const pares = alikeDays(h, fin, false)
  const medias = meansOf(h, { values, n, m }, w, pares)
  const a = new Float64Array(nr * nr)
  const cruces = new Float64Array(nr * HORIZONTE)
  const z = new Float64Array(m)
  let weight = 0
  for (let i = HORIZONTE; i < n; i++) {
    const c = (h.clase[i] as number) * m
    const wi = w[i] as number
    weight += wi
    for (let j = 0; j < m; j++) z[j] = (values[i * m + j] as number) - (medias[c + j] as number)
    for (let j = 0; j < nr; j++) {
      const x = wi * (z[j] as number)
      for (let k = 0; k <= j; k++) a[j * nr + k] = (a[j * nr + k] as number) + x * (z[k] as number)
      const row = j * HORIZONTE
      for (let k = 0; k < HORIZONTE; k++)
        cruces[row + k] = (cruces[row + k] as number) + x * (z[nr + k] as number)
    }
  }
  const sd = Math.max(0.5, Math.sqrt((a[0] as number) / Math.max(weight, 1)))
  for (let j = 0; j < nr; j++)
    a[j * nr + j] = (a[j * nr + j] as number) * (1 + RIDGE) + RIDGE * 0.05 * weight + 1e-6
  const b = Float64Array.from(
    { length: HORIZONTE * nr },
    (_, x) => cruces[(x % nr) * HORIZONTE + Math.floor(x / nr)] as number,
  )
  solve(a, b, nr, HORIZONTE)
  return {
    pares,
    sd,
    camino(i, salida, desde) {
      const c = (h.clase[i] as number) * m
      const now = h.stock[i] as number
      for (let j = 0; j < nr; j++)
        z[j] = ((features[j] as Float64Array)[i] as number) - (medias[c + j] as number)
      for (let k = 0; k < HORIZONTE; k++) {
        const row = k * nr
        let v = now + (medias[c + nr + k] as number)
        for (let j = 0; j < nr; j++) v += (b[row + j] as number) * (z[j] as number)
        salida[desde + k] = v
      }
    },
  }
}
