import { MIN_SILENCIOS } from '#contract/cuentas/perdidas/values'
import { estimateSurvivalCurve } from '../../../platform/math/supervivencia'

/** Silences whose length is in a cell: those that ended with a reading, and those that go on or are censored. */
export type SilenceCell = { celda: number; vueltos: number; siguen: number }

/** The cell of a length in minutes: each cell is 5 % longer than the one before. The same as `celda_silencio` in the database. */
export const cellOf = (minutes: number): number => Math.floor(Math.log(minutes) / Math.log(1.05))

/** Of the `n` silences that reached a cell, the share that was heard again afterwards (0 to 1), with its 90 % confidence band. */
export type Chance = { celda: number; n: number; vuelve: number; bajo: number; alto: number }

/** Normal quantile of a 90 % band. */
const Z = 1.645

/**
 * Confidence band of a share that is left, 0 < queda < 1, from the variance of its logarithm on the log(-log) scale, which stays within 0
 * and 1. Without any end the variance is unknown: the bound is then the largest share of ends for which none among `n` is seen with
 * probability 10 %.
 */
function bandOf(queda: number, variance: number, n: number): { bajo: number; alto: number } {
  if (queda >= 1) return { bajo: 0, alto: 1 - 0.1 ** (1 / n) }
  const spread = Math.exp((Z * Math.sqrt(variance)) / Math.abs(Math.log(queda)))
  return { bajo: 1 - queda ** (1 / spread), alto: 1 - queda ** spread }
}

/**
 * Probability that a silence which has reached a cell ends with a reading: 1 - S(end) / S(cell), by Kaplan-Meier with open silences
 * censored and Greenwood's variance. One silence that never ends is added: otherwise the end of the longest known silence would mean that
 * all of them end. A return after longer than any silence was watched counts as not heard again.
 * @param cells in any order; a cell may be there several times
 * @returns the cells that at least MIN_SILENCIOS silences reached, from the shortest length on
 */
export function estimateChances(cells: readonly SilenceCell[]): Chance[] {
  const rows = cells
    .filter((c) => c.vueltos + c.siguen > 0)
    .map((c) => ({ t: c.celda, salidas: c.vueltos, censuras: c.siguen }))
    .sort((a, b) => a.t - b.t)
  const [first] = rows
  if (!first) return []
  const curve = estimateSurvivalCurve([...rows, { t: Number.POSITIVE_INFINITY, salidas: 0, censuras: 1 }])
  const end = curve.s.at(-1) ?? 1
  const ends = new Map<number, number>()
  const left = new Map<number, number>()
  for (const r of rows) {
    ends.set(r.t, (ends.get(r.t) ?? 0) + r.salidas)
    left.set(r.t, (left.get(r.t) ?? 0) + r.salidas + r.censuras)
  }
  const chances: Chance[] = []
  let n = 0
  let variance = 0
  // From the longest cell down: for each cell, what follows it.
  for (let celda = (rows.at(-1) as (typeof rows)[number]).t; celda >= first.t; celda--) {
    const d = ends.get(celda) ?? 0
    n += left.get(celda) ?? 0
    variance += d / ((n + 1) * (n + 1 - d))
    if (n < MIN_SILENCIOS) continue
    const i = curve.t.findLastIndex((t) => t < celda)
    const queda = Math.min(1, end / (i < 0 ? 1 : (curve.s[i] as number)))
    chances.push({ celda, n, vuelve: 1 - queda, ...bandOf(queda, variance, n) })
  }
  return chances.reverse()
}
