import type { Band } from './notas'
import { quantilesOf, type SamplePaths } from './sample-paths'

/** Share of outcomes that should fall outside of the band. */
export const OUTSIDE = 0.2
/** How fast the band adapts to outcomes that it missed. */
const GAMMA = 0.02
/** `alfa` stays within these limits. Beyond them the band is no longer taken from quantiles of the paths but stretched. */
const [MIN, MAX] = [0.02, 0.9]
const ESTIRA = 4

/** Adaptive conformal inference (Gibbs and Candès 2021): the next share outside is `alfa` + γ (0.2 - missed). */
export const adaptAlfa = (alfa: number, cubierta: boolean): number =>
  Math.max(-0.5, Math.min(MAX, alfa + GAMMA * (OUTSIDE - Number(!cubierta))))

const ps = new Float64Array(3)
const qs = new Float64Array(3)

/** Band of the paths at hour `k` (0: the first): quantiles alfa/2, 1/2 and 1 - alfa/2, kept within 0 and `pool`. */
export function bandOf(c: SamplePaths, k: number, alfa: number, pool: number): Band {
  const outside = Math.max(MIN, alfa)
  ps[0] = outside / 2
  ps[1] = 0.5
  ps[2] = 1 - outside / 2
  quantilesOf(c, k, ps, qs)
  const [q10, q50, q90] = qs as unknown as [number, number, number]
  const mas = 1 + ESTIRA * Math.max(0, MIN - alfa)
  const suelo = Math.max(0, MIN - alfa)
  return {
    q10: Math.max(0, q50 - (q50 - q10) * mas - suelo),
    q50,
    q90: Math.min(pool, q50 + (q90 - q50) * mas + suelo),
  }
}
