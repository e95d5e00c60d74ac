/** How many stays ended, and how many were lost sight of or go on, at an age of `t` minutes of open time. */
export type Corte = { t: number; salidas: number; censuras: number }

/** Share `s` of stays that last longer than `t` minutes, at each `t` where some ended; `salidas`: stays that ended. */
export type Curva = { t: readonly number[]; s: readonly number[]; salidas: number }

/**
 * Kaplan-Meier (1958): S(t) = product over t_i <= t of 1 - d_i / n_i, with d_i stays that ended at t_i and n_i that had lasted until then.
 * Those that go on or were lost (censored) count among n_i until their age, so that the estimate is not biased short.
 * @param cortes in order of `t`; of the same `t`, those that ended come before those lost sight of
 */
export function estimateCurva(cortes: readonly Corte[]): Curva {
  let vivas = cortes.reduce((n, c) => n + c.salidas + c.censuras, 0)
  const t: number[] = []
  const s: number[] = []
  let queda = 1
  let salidas = 0
  for (let i = 0; i < cortes.length; ) {
    const ahora = (cortes[i] as Corte).t
    let [d, c] = [0, 0]
    for (; i < cortes.length && (cortes[i] as Corte).t === ahora; i++) {
      d += (cortes[i] as Corte).salidas
      c += (cortes[i] as Corte).censuras
    }
    if (d > 0) {
      queda *= 1 - d / vivas
      t.push(ahora)
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
export function quantileOf(curva: Curva, p: number): number | null {
  const i = curva.s.findIndex((s) => s <= 1 - p + REDONDEO)
  return i < 0 ? null : (curva.t[i] as number)
}

/** Mean age in minutes at which stays end: the area under the curve, up to the last age at which one ended. Null: none has. */
export function meanOf(curva: Curva): number | null {
  if (!curva.t.length) return null
  let [area, antes, queda] = [0, 0, 1]
  for (const [i, t] of curva.t.entries()) {
    area += queda * (t - antes)
    antes = t
    queda = curva.s[i] as number
  }
  return area
}

/** Group stays by age. `minutos` in any order; `acabada`: it ended, else it goes on or was lost sight of. */
export function groupCortes(estancias: Iterable<{ minutos: number; acabada: boolean }>): Corte[] {
  const porEdad = new Map<number, Corte>()
  for (const { minutos, acabada } of estancias) {
    let corte = porEdad.get(minutos)
    if (!corte) {
      corte = { t: minutos, salidas: 0, censuras: 0 }
      porEdad.set(minutos, corte)
    }
    if (acabada) corte.salidas++
    else corte.censuras++
  }
  return [...porEdad.values()].sort((a, b) => a.t - b.t)
}
