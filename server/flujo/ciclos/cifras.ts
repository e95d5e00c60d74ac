import {
  estimateSurvivalCurve,
  type LifeTableRow,
  quantileOf,
  type SurvivalCurve,
} from '../../platform/math/supervivencia'

/** Open minutes within which 50 %, 90 % and 95 % of the stays end; null: not known. `n`: how many stays ended. */
export type Cifras = { n: number; mediana: number | null; p90: number | null; q95: number | null }

/** The age in open minutes from which a stay is too long. `salen`: computed from only those containers that leave at all. */
export type Limit = { t: number; salen: boolean }

const CASI_TODAS = 0.95
/**
 * At least this many stays must have lasted twice the limit. Otherwise nobody has watched long enough to say that the rest never leaves.
 */
const SEGUIDAS = 3

/**
 * The age by which 95 % of all stays end. Where more than 5 % never end, the age by which 95 % of the others do. Null: neither is known.
 */
export function findLimit(
  survivalCurve: SurvivalCurve,
  lifeTableRows: readonly LifeTableRow[],
): Limit | null {
  const all = quantileOf(survivalCurve, CASI_TODAS)
  if (all !== null) return { t: all, salen: false }
  const t = quantileOf(survivalCurve, CASI_TODAS * (1 - (survivalCurve.s.at(-1) ?? 1)))
  if (t === null) return null
  const seguidas = lifeTableRows.reduce((n, c) => n + (c.t >= 2 * t ? c.salidas + c.censuras : 0), 0)
  return seguidas >= SEGUIDAS ? { t, salen: true } : null
}

/** Restricted mean in minutes: the area under the survival curve up to its last known point. */
function meanOf({ t, s }: { t: readonly number[]; s: readonly number[] }): number {
  let area = 0
  for (let i = 0; i < t.length; i++)
    area += ((t[i] as number) - (t[i - 1] ?? 0)) * (i === 0 ? 1 : (s[i - 1] as number))
  return area
}

/** @param lifeTableRows in order of `t` */
export function computeCifras(
  lifeTableRows: readonly LifeTableRow[],
): Cifras & { media: number; tope: Limit | null } {
  const survivalCurve = estimateSurvivalCurve(lifeTableRows)
  return {
    n: survivalCurve.salidas,
    mediana: quantileOf(survivalCurve, 0.5),
    p90: quantileOf(survivalCurve, 0.9),
    q95: quantileOf(survivalCurve, CASI_TODAS),
    media: meanOf(survivalCurve),
    tope: findLimit(survivalCurve, lifeTableRows),
  }
}

/** The stock below which a stage was in 10 %, 50 % and 95 % of the open hours; null: it was never open. */
export function computeStock(
  stockChanges: readonly { hora: number; salto: number }[],
  horas: readonly number[],
): { minimo: number; objetivo: number; maximo: number } | null {
  if (!horas.length) return null
  const stock: number[] = []
  let [i, hay] = [0, 0]
  for (const h of horas) {
    for (; i < stockChanges.length && (stockChanges[i]?.hora as number) <= h; i++)
      hay += stockChanges[i]?.salto as number
    stock.push(hay)
  }
  stock.sort((a, b) => a - b)
  const at = (p: number) => stock[Math.min(stock.length - 1, Math.floor(stock.length * p))] as number
  return { minimo: at(0.1), objetivo: at(0.5), maximo: at(0.95) }
}
