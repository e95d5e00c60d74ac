import { bandOf } from './band'
import { type Historia, HORIZONTE } from './historia'
import { findNeighbours, fitModelo, type Method, pathsOf } from './methods'
import { JUZGADAS, type ModelSelection, NO_MODEL_SELECTION } from './rolling-origin'
import { crossingOf } from './sample-paths'
import { fitFalta } from './shortage-chance'

/** A series up to now: the last element of `stock` is the present hour. */
export type Entrada = {
  /** Containers at each full open hour; at least 3 weeks, better 12. */
  stock: ArrayLike<number>
  /** Hour of the week (0: Monday, 0:00, by the plant's clock) of each of these hours and of the next 24 open hours. */
  clase: ArrayLike<number>
  /** Number of containers of these families. */
  pool: number
  /** Below this number there is a shortage; null: no minimum is set. */
  minimo: number | null
  /** Containers that came and left since the hour before; unset: the changes of the stock are used instead. */
  llegadas?: ArrayLike<number>
  salidas?: ArrayLike<number>
  /** The previous stages, weighted by the share of their departures that comes here: their stock and their departures. */
  antes?: { stock: ArrayLike<number>; salidas: ArrayLike<number> }
}

/** Forecast of the next 24 open hours: an 80 % band and its middle, in containers (not rounded: round where they are shown). */
export type Prevision = {
  q10: number[]
  q50: number[]
  q90: number[]
  /** Probability of a shortage within the forecast; 1: already short; null: there is no minimum. */
  pFalta: number | null
  /** The hour (1..24) by which a shortage comes, if it comes: 0 where already short, null where no path leads there. */
  horaFalta: number | null
  /** Probability of a shortage by each of the 24 hours, up to `pFalta`; null where already short or no path leads there. */
  pHoras: number[] | null
  metodo: Method
  /** False: shown as «sin previsión fiable», because it is no better than the last value. */
  fiable: boolean
}

/** A family with fewer departures in 8 weeks is forecast with the other small families of its stage, or «pocos datos». */
export const SALIDAS_MIN = 30
/** Number of weeks in which departures are counted. */
export const SEMANAS_SALIDAS = 8
/** A series shorter than this is not forecast: «pocos datos». */
export const HORAS_MIN = 5 * HORIZONTE

/** The series in the form that the methods use. */
export function historiaOf(e: Entrada): Historia {
  const n = e.stock.length
  const stock = Float64Array.from(e.stock)
  const changes = (signo: number) =>
    stock.map((v, i) => Math.max(0, signo * (v - (i ? (stock[i - 1] as number) : v))))
  return {
    stock,
    llegadas: e.llegadas ? Float64Array.from(e.llegadas) : changes(1),
    salidas: e.salidas ? Float64Array.from(e.salidas) : changes(-1),
    clase: Uint8Array.from(e.clase).slice(0, n + HORIZONTE),
    pool: e.pool,
    antes: e.antes
      ? { stock: Float64Array.from(e.antes.stock), salidas: Float64Array.from(e.antes.salidas) }
      : null,
  }
}

/** Share outside of the band for hour `k` (1..24), interpolated between the judged hours. */
function alfaOf(alfa: readonly number[], k: number): number {
  const j = JUZGADAS.findIndex((h) => k <= h)
  if (j <= 0) return alfa[0] as number
  const [a, b] = [JUZGADAS[j - 1] as number, JUZGADAS[j] as number]
  return (alfa[j - 1] as number) + (((alfa[j] as number) - (alfa[j - 1] as number)) * (k - a)) / (b - a)
}

/** Scale the probabilities of a first crossing by each hour so that the last one is the reported probability `p`. */
function scaleTo(hasta: Float64Array, p: number): number[] {
  const all = hasta.at(-1) as number
  return Array.from(hasta, (h) => (p * h) / all)
}

/**
 * Forecast the next 24 open hours of a series.
 * @param modelSelection the result of `rollOrigins` of this week
 */
export function forecast(e: Entrada, modelSelection: ModelSelection = NO_MODEL_SELECTION): Prevision {
  const h = historiaOf(e)
  const i = h.stock.length - 1
  const m = fitModelo(h, i + 1)
  const samplePaths = pathsOf(h, m, modelSelection.metodo, i, findNeighbours(h, m, i))
  const bands = Array.from({ length: HORIZONTE }, (_, k) =>
    bandOf(samplePaths, k, alfaOf(modelSelection.alfa, k + 1), h.pool),
  )
  const { minimo } = e
  const cruces = minimo === null ? null : crossingOf(samplePaths, minimo)
  const pFalta =
    cruces && minimo !== null
      ? fitFalta(
          h,
          m,
          minimo,
          HORIZONTE,
        )(i, cruces.hasta[HORIZONTE - 1] as number, modelSelection.sesgo.at(-1) as number)
      : null
  const ya = e.minimo !== null && (h.stock[i] as number) < e.minimo
  return {
    q10: bands.map((b) => b.q10),
    q50: bands.map((b) => b.q50),
    q90: bands.map((b) => b.q90),
    pFalta: ya ? 1 : pFalta,
    horaFalta: ya ? 0 : (cruces?.hora ?? null),
    pHoras: ya || pFalta === null || !cruces?.hora ? null : scaleTo(cruces.hasta, pFalta),
    metodo: modelSelection.metodo,
    fiable: modelSelection.fiable,
  }
}
