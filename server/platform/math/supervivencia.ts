/** How many stays ended, and how many were lost sight of or go on, at an age of `t` minutes of open time. */
export type LifeTableRow = { t: number; salidas: number; censuras: number }

/** Share `s` of stays that last longer than `t` minutes, at each `t` where some ended; `salidas`: stays that ended. */
export type SurvivalCurve = { t: readonly number[]; s: readonly number[]; salidas: number }

/**
 * Kaplan-Meier (1958): S(t) = product over t_i <= t of 1 - d_i / n_i, with d_i stays that ended at t_i and n_i that had lasted until then.
 * Those that go on or were lost (censored) count among n_i until their age, so that the estimate is not biased short.
 * @param life table rows in order of `t`; of the same `t`, those that ended come before those lost sight of
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

/** Rounding errors of a product of many shares. */
const REDONDEO = 1e-9

/** Age in minutes by which a share `p` (0 < p < 1) of stays has ended: the first t with S(t) <= 1 - p. Null: the curve never falls so far. */
export function quantileOf(survivalCurve: SurvivalCurve, p: number): number | null {
  const i = survivalCurve.s.findIndex((s) => s <= 1 - p + REDONDEO)
  return i < 0 ? null : (survivalCurve.t[i] as number)
}

/** Mean age in minutes at which stays end: the area under the curve, up to the last age at which one ended. Null: none has. */
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

/** Group stays by age. `minutos` in any order; `acabada`: it ended, else it goes on or was lost sight of. */
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
