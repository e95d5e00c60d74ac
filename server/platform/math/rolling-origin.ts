import { adaptAlfa, bandOf, OUTSIDE } from './band'
import type { Historia } from './historia'
import { findNeighbours, fitModelo, METHODS, type Method, type Modelo, pathsOf } from './methods'
import { type Band, isCubierta, pinballBand } from './notas'
import { crossingOf, type SamplePaths } from './sample-paths'
import { adaptBias, type Falta, firstUnder, fitFalta } from './shortage-chance'

/** Hours ahead at which forecasts are judged. */
export const JUZGADAS = [4, 8, 24] as const
/** Open hours between two model selections. */
const WEEK = 168
/** Half-life of the weight of a past score, in hours. */
const MEMORIA = 336
/** A method is trusted if its score is at most this share of the score of the last value. */
const MEJORA = 0.95

/**
 * Model selection of a series: the forecasting method, whether it beats the last value; for each judged hour, the share of paths that the
 * band leaves outside, and the offset of the probability of a shortage.
 */
export type ModelSelection = { metodo: Method; fiable: boolean; alfa: number[]; sesgo: number[] }

export const NO_MODEL_SELECTION: ModelSelection = {
  metodo: 'analogos',
  fiable: true,
  alfa: JUZGADAS.map(() => OUTSIDE),
  sesgo: JUZGADAS.map(() => 0),
}

export type Issued = {
  i: number
  metodo: Method
  fiable: boolean
  /** At each judged hour. */
  bandas: Band[]
  /** Probability of a shortage by each judged hour. Null: no minimum, or already short. */
  pFalta: number[] | null
}

/** Probability of a shortage by each judged hour, from the paths and from what was learned. */
function estimateFaltas(
  c: SamplePaths,
  minimum: number,
  faltas: readonly Falta[],
  i: number,
  sesgo: readonly number[],
): number[] {
  const { hasta } = crossingOf(c, minimum)
  return JUZGADAS.map((k, j) => (faltas[j] as Falta)(i, hasta[k - 1] as number, sesgo[j] as number))
}

/** Probabilities of a shortage by an hour cannot fall with later hours. */
function raise(ps: readonly number[]): number[] {
  let before = 0
  return ps.map((p) => {
    before = Math.max(before, p)
    return before
  })
}

type Cuenta = { nota: number; alfa: number[] }
type Pendiente = { i: number; bandas: Record<Method, Band[]>; faltas: number[] | null }

/**
 * Rolling origin: forecast from every `paso`-th hour in `desde` (included) to `hasta` (excluded), from what was known at that hour. The
 * models are fitted anew each week. Every method is scored by each outcome as it comes. `tell` gets each forecast.
 */
export function rollOrigins(
  h: Historia,
  minimum: number | null,
  { desde, hasta, paso }: { desde: number; hasta: number; paso: number },
  tell?: (e: Issued) => void,
): ModelSelection {
  const cuentas = Object.fromEntries(
    METHODS.map((m): [Method, Cuenta] => [m, { nota: 0, alfa: JUZGADAS.map(() => OUTSIDE) }]),
  ) as Record<Method, Cuenta>
  const pendientes: Pendiente[] = []
  const vistos = JUZGADAS.map(() => 0)
  const sesgo = JUZGADAS.map(() => 0)
  let modelSelection = NO_MODEL_SELECTION
  let m: Modelo | null = null
  let faltas: Falta[] = []
  const choose = (): ModelSelection => {
    const metodo = METHODS.reduce((a, b) => (cuentas[b].nota < cuentas[a].nota ? b : a))
    const fiable = cuentas[metodo].nota <= MEJORA * cuentas.ultimo.nota
    return { metodo, fiable, alfa: cuentas[metodo].alfa, sesgo }
  }
  const settle = (now: number) => {
    for (const [j, k] of JUZGADAS.entries())
      for (;;) {
        const p = pendientes[vistos[j] as number]
        if (!p || p.i + k > now) break
        vistos[j] = (vistos[j] as number) + 1
        const vino = h.stock[p.i + k] as number
        if (p.faltas && minimum !== null)
          sesgo[j] = adaptBias(
            sesgo[j] as number,
            p.faltas[j] as number,
            firstUnder(h.stock, p.i, minimum, k) !== null,
            paso,
          )
        for (const metodo of METHODS) {
          const c = cuentas[metodo]
          const band = p.bandas[metodo][j] as Band
          c.nota = c.nota * 0.5 ** (paso / MEMORIA / JUZGADAS.length) + pinballBand(vino, band)
          c.alfa[j] = adaptAlfa(c.alfa[j] as number, isCubierta(vino, band))
        }
      }
  }
  for (let i = desde; i < hasta; i += paso) {
    settle(i)
    if (!m || i - m.fin >= WEEK) {
      m = fitModelo(h, i + 1)
      const hecho = m
      faltas = minimum === null ? [] : JUZGADAS.map((k) => fitFalta(h, hecho, minimum, k))
      if (pendientes.length) modelSelection = choose()
    }
    const parecidas = findNeighbours(h, m, i)
    const bands = {} as Pendiente['bandas']
    let estimadas: number[] | null = null
    for (const metodo of METHODS) {
      const samplePaths = pathsOf(h, m, metodo, i, parecidas)
      bands[metodo] = JUZGADAS.map((k, j) =>
        bandOf(samplePaths, k - 1, cuentas[metodo].alfa[j] as number, h.pool),
      )
      if (metodo === modelSelection.metodo && minimum !== null && (h.stock[i] as number) >= minimum)
        estimadas = estimateFaltas(samplePaths, minimum, faltas, i, sesgo)
    }
    pendientes.push({ i, bandas: bands, faltas: estimadas })
    tell?.({
      i,
      metodo: modelSelection.metodo,
      fiable: modelSelection.fiable,
      bandas: bands[modelSelection.metodo],
      pFalta: estimadas && raise(estimadas),
    })
  }
  settle(hasta - 1)
  return choose()
}
