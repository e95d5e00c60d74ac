import { ageWeight } from './esperado'
import { type Historia, HORIZONTE } from './historia'
import { chanceOf, fitLogistica, logitOf, scoreOf } from './lineal'
import { type Modelo, reach } from './metodos'

/** Chance that the stock falls under a minimum within the next `horas` open hours, at an hour at which it is not. */
export type Falta = (i: number) => number

const RASGOS = 6
/** What the weights are drawn to: those of many series together. */
const PREVIOS = Float64Array.of(0, -1, 0, 0, 0, 0.5)
const LAMBDA = 2
/** Hours that follow one another tell the same: each counts for this much. */
const PARTE = 0.2
/** How many hours the share of all hours counts like beside that of an hour of the day. */
const ENCOGE = 5

/** Hour (1..`horas`) after `i` at which the stock is under `minimo` first; null: none. */
export function firstUnder(
  stock: ArrayLike<number>,
  i: number,
  minimo: number,
  horas = HORIZONTE,
): number | null {
  for (let k = 1; k <= horas; k++) if ((stock[i + k] as number) < minimo) return k
  return null
}

/**
 * Learn from the hours before `m.fin` when a shortage followed: logistic regression on how far over the minimum the expected path keeps at its
 * lowest, on average and at its end, on the stock itself, and on how often a shortage followed that hour of the day.
 */
export function fitFalta(h: Historia, m: Modelo, minimo: number, horas: number): Falta {
  const cuando: number[] = []
  const vino: number[] = []
  const veces = new Float64Array(24)
  const faltas = new Float64Array(24)
  for (let i = HORIZONTE; i + HORIZONTE < m.fin; i++) {
    if ((h.stock[i] as number) < minimo) continue
    const falta = Number(firstUnder(h.stock, i, minimo, horas) !== null)
    const hora = (h.clase[i] as number) % 24
    cuando.push(i)
    vino.push(falta)
    veces[hora] = (veces[hora] as number) + 1
    faltas[hora] = (faltas[hora] as number) + falta
  }
  const todas = vino.reduce((a, b) => a + b, 0)
  if (todas === 0) return () => 0
  const media = todas / vino.length
  const usual = veces.map((n, k) => logitOf(((faltas[k] as number) + ENCOGE * media) / (n + ENCOGE)))
  reach(m, m.fin - 1)
  const fill = (i: number, x: Float64Array, desde: number) => {
    let [menor, suma] = [Number.POSITIVE_INFINITY, 0]
    for (let k = 0; k < horas; k++) {
      const v = m.esperado.analogos[i * HORIZONTE + k] as number
      menor = Math.min(menor, v)
      suma += v
    }
    x[desde] = 1
    x[desde + 1] = (menor - minimo + 0.5) / m.sd
    x[desde + 2] = (suma / horas - minimo) / m.sd
    x[desde + 3] = ((m.esperado.analogos[i * HORIZONTE + horas - 1] as number) - minimo) / m.sd
    x[desde + 4] = ((h.stock[i] as number) - minimo) / m.sd
    x[desde + 5] = usual[(h.clase[i] as number) % 24] as number
  }
  const x = new Float64Array(cuando.length * RASGOS)
  const w = new Float64Array(cuando.length)
  for (const [k, i] of cuando.entries()) {
    fill(i, x, k * RASGOS)
    w[k] = PARTE * ageWeight(m.fin - i)
  }
  const pesos = fitLogistica(x, vino, w, PREVIOS, LAMBDA)
  const suya = new Float64Array(RASGOS)
  return (i) => {
    reach(m, i)
    fill(i, suya, 0)
    return chanceOf(scoreOf(pesos, suya))
  }
}
