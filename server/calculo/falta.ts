import { ageWeight } from './esperado'
import { alikeDays, CLASES, type Historia, HORIZONTE } from './historia'
import { chanceOf, fitLogistica, logitOf, scoreOf } from './lineal'
import { type Modelo, reach } from './metodos'

/**
 * Chance that the stock falls under a minimum within the next `horas` open hours, at an hour `i` at which it is not.
 * `deCaminos`: share of the paths that do; `sesgo`: what the series was off lately, see `adaptSesgo`.
 */
export type Falta = (i: number, deCaminos: number, sesgo: number) => number

const RASGOS = 6
/** What the weights are drawn to: those of many series together. */
const PREVIOS = Float64Array.of(0, -1, 0, 0, 0, 0.5)
const LAMBDA = 1
/** Hours that follow one another tell the same: each counts for this much. */
const PARTE = 0.2
/** How many hours the share of all hours counts like beside that of an hour of alike days. */
const ENCOGE = 5

/** What the share of the paths and the learned chance count, on the scale of odds, where shortages enough were seen. */
const [DE_CAMINOS, DIRECTA] = [0.3, 0.5]
/** Shortages by which half of what is learned counts; the paths have the rest. */
const VENIDAS = 4
/** How fast the chance follows what came, and how fast that is forgotten, an hour. */
const [GAMMA, OLVIDA] = [0.025, 0.9975]

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
 * lowest, on average and at its end, on the stock itself, and on how often a shortage followed that hour of alike days.
 */
export function fitFalta(h: Historia, m: Modelo, minimo: number, horas: number): Falta {
  const cuando: number[] = []
  const vino: number[] = []
  const veces = new Float64Array(CLASES)
  const faltas = new Float64Array(CLASES)
  let episodios = 0
  for (let i = HORIZONTE; i + HORIZONTE < m.fin; i++) {
    if ((h.stock[i] as number) < minimo) continue
    const falta = Number(firstUnder(h.stock, i, minimo, horas) !== null)
    const clase = h.clase[i] as number
    // Hours on end before one shortage tell of one.
    if (falta && vino.at(-1) === 0) episodios++
    cuando.push(i)
    vino.push(falta)
    veces[clase] = (veces[clase] as number) + 1
    faltas[clase] = (faltas[clase] as number) + falta
  }
  const todas = vino.reduce((a, b) => a + b, 0)
  const media = (todas + 0.5) / (vino.length + 1)
  const pares = alikeDays(h, m.fin, true)
  const usual = veces.map((_, c) => {
    let [n, f] = [ENCOGE, ENCOGE * media]
    for (let d = 0; d < 7; d++)
      if (pares[Math.floor(c / 24) * 7 + d]) {
        n += veces[d * 24 + (c % 24)] as number
        f += faltas[d * 24 + (c % 24)] as number
      }
    return logitOf(f / n)
  })
  const fill = (i: number, x: Float64Array, desde: number) => {
    const esperado = reach(m, 'analogos', i)
    let [menor, suma] = [Number.POSITIVE_INFINITY, 0]
    for (let k = 0; k < horas; k++) {
      const v = esperado[i * HORIZONTE + k] as number
      menor = Math.min(menor, v)
      suma += v
    }
    x[desde] = 1
    x[desde + 1] = (menor - minimo + 0.5) / m.sd
    x[desde + 2] = (suma / horas - minimo) / m.sd
    x[desde + 3] = ((esperado[i * HORIZONTE + horas - 1] as number) - minimo) / m.sd
    x[desde + 4] = ((h.stock[i] as number) - minimo) / m.sd
    x[desde + 5] = usual[h.clase[i] as number] as number
  }
  const x = new Float64Array(cuando.length * RASGOS)
  const w = new Float64Array(cuando.length)
  for (const [k, i] of cuando.entries()) {
    fill(i, x, k * RASGOS)
    w[k] = PARTE * ageWeight(m.fin - i)
  }
  const pesos = fitLogistica(x, vino, w, PREVIOS, LAMBDA)
  const suya = new Float64Array(RASGOS)
  const directa = (DIRECTA * episodios) / (episodios + VENIDAS)
  return (i, deCaminos, sesgo) => {
    fill(i, suya, 0)
    const caminos = DE_CAMINOS + DIRECTA - directa
    return chanceOf(caminos * logitOf(deCaminos) + directa * scoreOf(pesos, suya) + sesgo)
  }
}

/** The next offset, after a shortage came or did not, `horas` hours after the last one. */
export const adaptSesgo = (sesgo: number, p: number, vino: boolean, horas: number): number =>
  sesgo * OLVIDA ** horas + GAMMA * horas * (Number(vino) - p)
