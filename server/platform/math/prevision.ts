import { bandOf } from './band'
import { type Historia, HORIZONTE } from './historia'
import { findNeighbours, fitModelo, type Method, pathsOf } from './methods'
import { JUZGADAS, type ModelSelection, NO_MODEL_SELECTION } from './rolling-origin'
import { crossingOf } from './sample-paths'
import { fitFalta } from './shortage-chance'

/** A series up to now: the last place of `stock` is the present hour. */
export type Entrada = {
  /** Containers at each full open hour; 3 weeks at least, 12 are good. */
  stock: ArrayLike<number>
  /** Hour of the week (0: Monday, midnight, by the plant's clock) of each of these and of the 24 open hours that follow. */
  clase: ArrayLike<number>
  /** Containers that there are of these families. */
  pool: number
  /** Under it there are too few; null: nobody set one. */
  minimo: number | null
  /** Those that came and left since the hour before; where they are not told, the changes of the stock stand for them. */
  llegadas?: ArrayLike<number>
  salidas?: ArrayLike<number>
  /** The stages before this one, each with the share of what leaves it that comes here: their stock, and what left them. */
  antes?: { stock: ArrayLike<number>; salidas: ArrayLike<number> }
}

/** The next 24 open hours: a band of 80 % and its middle, in containers (not whole: round where they are shown). */
export type Prevision = {
  q10: number[]
  q50: number[]
  q90: number[]
  /** Chance of being under the minimum within these hours; 1 where it is already; null: there is no minimum. */
  pFalta: number | null
  /** The hour (1..24) by which it is, if it comes to that: 0 where it is already, null where no path leads there. */
  horaFalta: number | null
  /** Chance of having been under the minimum by each of the 24 hours, up to `pFalta`; null where it is already or no path leads there. */
  pHoras: number[] | null
  metodo: Method
  /** False: «sin previsión fiable», no better than the last value. */
  fiable: boolean
}

/** Under these departures in 8 weeks a family is forecast together with other small ones of its stage; if they are too few together: «pocos datos». */
export const SALIDAS_MIN = 30
/** Weeks in which they are counted. */
export const SEMANAS_SALIDAS = 8
/** Shorter than this, nothing is forecast: «pocos datos». */
export const HORAS_MIN = 5 * HORIZONTE

/** A series as the methods take it. */
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

/** Share outside of the band for hour `k` (1..24), between those of the judged hours by straight lines. */
function alfaOf(alfa: readonly number[], k: number): number {
  const j = JUZGADAS.findIndex((h) => k <= h)
  if (j <= 0) return alfa[0] as number
  const [a, b] = [JUZGADAS[j - 1] as number, JUZGADAS[j] as number]
  return (alfa[j - 1] as number) + (((alfa[j] as number) - (alfa[j - 1] as number)) * (k - a)) / (b - a)
}

/** The hours of the first crossing as the paths have them, so that they end in the chance that is reported. */
function scaleTo(hasta: Float64Array, p: number): number[] {
  const all = hasta.at(-1) as number
  return Array.from(hasta, (h) => (p * h) / all)
}

/** Forecast the next 24 open hours of a series. @param model selection what `rollOrigins` said this week */
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
