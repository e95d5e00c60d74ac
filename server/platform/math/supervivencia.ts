import { groupBy } from '../time/groups'

/** Row of a life table: stays that ended, and stays that were lost sight of or go on (censored), at an age of `t` minutes of open time. */
export type LifeTableRow = { t: number; salidas: number; censuras: number }

/** Share `s` of stays that last longer than `t` minutes, at each `t` at which some ended; `salidas`: number of stays that ended. */
export type SurvivalCurve = { t: readonly number[]; s: readonly number[]; salidas: number }

/**
 * Kaplan-Meier (1958): S(t) = product over t_i <= t of 1 - d_i / n_i, with d_i stays that ended at t_i and n_i that had lasted until then.
 * Censored stays count among n_i until their age, so that the estimate is not biased short.
 * @param lifeTableRows in order of `t`; at the same `t`, ended stays come before censored ones
 */
export function estimateSurvivalCurve(lifeTableRows: readonly LifeTableRow[]): SurvivalCurve {
  let vivas = lifeTableRows.reduce((n, c) => n + c.salidas + c.censuras, 0)
  const t: number[] = []
  const s: number[] = []
  let queda = 1
  let salidas = 0
  for (let i = 0; i < lifeTableRows.length; ) {
    const now = (lifeTableRows[i] as LifeTableRow).t
    let [d, c] = [0, 0]
    for (; i < lifeTableRows.length && (lifeTableRows[i] as LifeTableRow).t === now; i++) {
      d += (lifeTableRows[i] as LifeTableRow).salidas
      c += (lifeTableRows[i] as LifeTableRow).censuras
    }
    if (d > 0) {
      queda *= 1 - d / vivas
      t.push(now)
      s.push(queda)
      salidas += d
    }
    vivas -= d + c
  }
  return { t, s, salidas }
}

/** Normal quantile of 0.95: between minus and plus this lie nine tenths. */
const Z_90 = 1.645

/**
 * Median age at the end, and its 90 % confidence band (Brookmeyer and Crowley 1982): the ages at which the band of S(t) contains one half.
 * The band of S(t) is Greenwood's, on log(-log S), which keeps it within 0 and 1. Null: the curve, or its band, never falls so far.
 */
export function medianOf(lifeTableRows: readonly LifeTableRow[]) {
  const curve = estimateSurvivalCurve(lifeTableRows)
  const byAge = new Map(curve.t.map((t, i) => [t, curve.s[i] as number]))
  let bajo: number | null = null
  let alto: number | null = null
  let vivas = lifeTableRows.reduce((n, c) => n + c.salidas + c.censuras, 0)
  let greenwood = 0
  for (const [t, rows] of groupBy(lifeTableRows, (r) => r.t)) {
    const d = rows.reduce((n, r) => n + r.salidas, 0)
    const s = byAge.get(t)
    if (s !== undefined) {
      // At the age at which the last stays end, Greenwood's variance is undefined: the band of the age before it stands.
      if (vivas === d) {
        bajo ??= t
        break
      }
      greenwood += d / (vivas * (vivas - d))
      const spread = Math.exp((Z_90 * Math.sqrt(greenwood)) / Math.abs(Math.log(s)))
      if (s ** spread <= 0.5) bajo ??= t
      if (s ** (1 / spread) <= 0.5) alto ??= t
    }
    vivas -= rows.reduce((n, r) => n + r.salidas + r.censuras, 0)
  }
  return { mediana: quantileOf(curve, 0.5), bajo, alto }
}

/** Tolerance for rounding errors of a product of many shares. */
const REDONDEO = 1e-9

/**
 * Age in minutes by which a share `p` (0 < p < 1) of stays has ended: the first t with S(t) <= 1 - p. Null: the curve never falls so far.
 */
export function quantileOf(survivalCurve: SurvivalCurve, p: number): number | null {
  const i = survivalCurve.s.findIndex((s) => s <= 1 - p + REDONDEO)
  return i < 0 ? null : (survivalCurve.t[i] as number)
}

/**
 * Probability that a stay that has lasted until `age` ends within `span` after it: 1 - S(age + span) / S(age), in the unit of the curve.
 * Null: no end is known of stays that lasted so long.
 */
export function chanceWithin(survivalCurve: SurvivalCurve, age: number, span: number): number | null {
  const at = (t: number) => {
    const i = survivalCurve.t.findLastIndex((x) => x <= t)
    return i < 0 ? 1 : (survivalCurve.s[i] as number)
  }
  const last = survivalCurve.t.at(-1)
  if (last === undefined) return null
  const left = at(age)
  if (left <= REDONDEO) return 1
  return age >= last ? null : 1 - at(age + span) / left
}

/** Mean age in minutes at which stays end: the area under the curve, up to the last age at which a stay ended. Null: none ended. */
export function meanOf(survivalCurve: SurvivalCurve): number | null {
  if (!survivalCurve.t.length) return null
  let [area, before, queda] = [0, 0, 1]
  for (const [i, t] of survivalCurve.t.entries()) {
    area += queda * (t - before)
    before = t
    queda = survivalCurve.s[i] as number
  }
  return area
}

/** Group stays by age. `minutos` in any order; `acabada`: the stay ended; else it goes on or was lost sight of. */
export function groupLifeTableRows(
  estancias: Iterable<{ minutos: number; acabada: boolean }>,
): LifeTableRow[] {
  const porEdad = new Map<number, LifeTableRow>()
  for (const { minutos, acabada } of estancias) {
    let lifeTableRow = porEdad.get(minutos)
    if (!lifeTableRow) {
      lifeTableRow = { t: minutos, salidas: 0, censuras: 0 }
      porEdad.set(minutos, lifeTableRow)
    }
    if (acabada) lifeTableRow.salidas++
    else lifeTableRow.censuras++
  }
  return [...porEdad.values()].sort((a, b) => a.t - b.t)
}
