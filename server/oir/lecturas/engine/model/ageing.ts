import type { Fit, Stats } from './stats'

/** Time constant of the drift of levels, days. */
const DRIFT_DAYS = 120
/** Drift in other plants (2 dB in months), as a variance, dB². */
const PRIOR_DRIFT = 4
/** That prior counts as much as this many rests. */
const PRIOR_RESTS = 20
const MAX_DRIFT = 36
/** Fewest rests by which a place is judged. */
const MIN_RESTS = 5
/** A place is to be walked again if its levels differ by this multiple of what was expected. */
const MISFIT = 1.5

/** How far levels of the plant have drifted since it was walked, dB², by its rests. */
function plantDrift(fits: ReadonlyMap<number, Fit>): number {
  let [n, excess] = [PRIOR_RESTS, PRIOR_RESTS * PRIOR_DRIFT]
  for (const f of fits.values()) {
    n += f.n
    excess += f.visto - f.esperado
  }
  return Math.min(MAX_DRIFT, Math.max(0, excess / n))
}

/**
 * Additional variance of a level of a walked state because of its age, dB².
 * @param hoy day since 1970; 0: nothing ages
 */
export function driftOf(s: Readonly<Stats>, e: number, hoy: number): number {
  const dia = s.dias[e] as number
  if (!hoy || !dia || hoy <= dia) return 0
  return plantDrift(s.ajuste) * (1 - Math.exp((dia - hoy) / DRIFT_DAYS))
}

/** Observed over expected squared difference between rests and what was learned of a place; null: too few rests were compared. */
export const misfitOf = (f: Fit | undefined): number | null =>
  f && f.n >= MIN_RESTS ? f.visto / f.esperado : null

/** Whether the learned levels of a place no longer fit, so that it is to be walked again. */
export const isStale = (f: Fit | undefined): boolean => (misfitOf(f) ?? 0) >= MISFIT
