import { ageWeight } from './expected-path'
import { alikeDays, type Historia, HORIZONTE, KINDS } from './historia'
import { chanceOf, fitLogistica, logitOf, scoreOf } from './lineal'
import { type Modelo, reach } from './methods'

/**
 * Probability that the stock falls under a minimum within the next `horas` open hours, at an hour `i` at which it is not under it.
 * `fromSamplePaths`: share of the paths that do; `bias`: the recent error of the series, see `adaptBias`.
 */
export type Falta = (i: number, fromSamplePaths: number, bias: number) => number

const FEATURES = 6
/** Prior of the weights: those of many series together. */
const PREVIOUS = Float64Array.of(0, -1, 0, 0, 0, 0.5)
const LAMBDA = 1
/** Successive hours are correlated: each counts for this much of a row. */
const PARTE = 0.2
/** Shrinkage: the share over all hours counts like this many hours of alike days. */
const ENCOGE = 5

/** Weights, on the log-odds scale, of the share of the paths and of the learned probability, where enough shortages were seen. */
const [FROM_SAMPLE_PATHS, DIRECTA] = [0.3, 0.5]
/** Number of shortages at which what is learned has half of its full weight; the paths have the rest. */
const VENIDAS = 4
/** Learning rate of the bias, and its decay per hour. */
const [GAMMA, OLVIDA] = [0.025, 0.9975]

/** First hour (1..`horas`) after `i` at which the stock is under `minimum`; null: none. */
export function firstUnder(
  stock: ArrayLike<number>,
  i: number,
  minimum: number,
  horas = HORIZONTE,
): number | null {
  for (let k = 1; k <= horas; k++) if ((stock[i + k] as number) < minimum) return k
  return null
}

/**
 * Learn from the hours before `m.fin` when a shortage followed: logistic regression on the lowest, mean and last margin of the expected
 * path over the minimum, on the stock itself, and on how often a shortage followed that hour of alike days.
 */
export function fitFalta(h: Historia, m: Modelo, minimum: number, horas: number): Falta {
  const cuando: number[] = []
  const vino: number[] = []
  const veces = new Float64Array(KINDS)
  const faltas = new Float64Array(KINDS)
  let episodios = 0
  for (let i = HORIZONTE; i + HORIZONTE < m.fin; i++) {
    if ((h.stock[i] as number) < minimum) continue
    const falta = Number(firstUnder(h.stock, i, minimum, horas) !== null)
    const kind = h.clase[i] as number
    // Consecutive hours before one shortage count as one episode.
    if (falta && vino.at(-1) === 0) episodios++
    cuando.push(i)
    vino.push(falta)
    veces[kind] = (veces[kind] as number) + 1
    faltas[kind] = (faltas[kind] as number) + falta
  }
  const all = vino.reduce((a, b) => a + b, 0)
  const media = (all + 0.5) / (vino.length + 1)
  const pairs = alikeDays(h, m.fin, true)
  const usual = veces.map((_, c) => {
    let [n, f] = [ENCOGE, ENCOGE * media]
    for (let d = 0; d < 7; d++)
      if (pairs[Math.floor(c / 24) * 7 + d]) {
        n += veces[d * 24 + (c % 24)] as number
        f += faltas[d * 24 + (c % 24)] as number
      }
    return logitOf(f / n)
  })
  const fill = (i: number, x: Float64Array, desde: number) => {
    const expectedPath = reach(m, 'analogos', i)
    let [menor, suma] = [Number.POSITIVE_INFINITY, 0]
    for (let k = 0; k < horas; k++) {
      const v = expectedPath[i * HORIZONTE + k] as number
      menor = Math.min(menor, v)
      suma += v
    }
    x[desde] = 1
    x[desde + 1] = (menor - minimum + 0.5) / m.sd
    x[desde + 2] = (suma / horas - minimum) / m.sd
    x[desde + 3] = ((expectedPath[i * HORIZONTE + horas - 1] as number) - minimum) / m.sd
    x[desde + 4] = ((h.stock[i] as number) - minimum) / m.sd
    x[desde + 5] = usual[h.clase[i] as number] as number
  }
  const x = new Float64Array(cuando.length * FEATURES)
  const w = new Float64Array(cuando.length)
  for (const [k, i] of cuando.entries()) {
    fill(i, x, k * FEATURES)
    w[k] = PARTE * ageWeight(m.fin - i)
  }
  const weights = fitLogistica(x, vino, w, PREVIOUS, LAMBDA)
  const suya = new Float64Array(FEATURES)
  const directa = (DIRECTA * episodios) / (episodios + VENIDAS)
  return (i, fromSamplePaths, bias) => {
    fill(i, suya, 0)
    const samplePaths = FROM_SAMPLE_PATHS + DIRECTA - directa
    return chanceOf(samplePaths * logitOf(fromSamplePaths) + directa * scoreOf(weights, suya) + bias)
  }
}

/** The next bias, once it is known whether a shortage came; `horas`: hours since the last update. */
export const adaptBias = (bias: number, p: number, vino: boolean, horas: number): number =>
  bias * OLVIDA ** horas + GAMMA * horas * (Number(vino) - p)
