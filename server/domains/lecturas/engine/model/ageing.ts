import type { Fit, Stats } from './stats'

/** Levels have moved by most of what they ever do after this many days. */
const DRIFT_DAYS = 120
/** What levels move by in other plants (2 dB in months, as a variance) counts as much as this many rests. */
const PRIOR_DRIFT = 4
const PRIOR_RESTS = 20
const MAX_DRIFT = 36
/** From this many rests on a place whose levels differ by this multiple of what was expected is to be walked again. */
const MIN_RESTS = 5
const MISFIT = 1.5

/** How far levels of the plant have moved since it was walked, dB², as its rests tell. */
function plantDrift(fits: ReadonlyMap<number, Fit>): number {
  let [n, excess] = [PRIOR_RESTS, PRIOR_RESTS * PRIOR_DRIFT]
  for (const f of fits.values()) {
    n += f.n
    excess += f.visto - f.esperado
  }
  return Math.min(MAX_DRIFT, Math.max(0, excess / n))
}

/** So much more variance a level of a walked state has by its age, dB². @param hoy day since 1970; 0: nothing ages */
export function driftOf(s: Readonly<Stats>, e: number, hoy: number): number {
  const dia = s.dias[e] as number
  if (!hoy || !dia || hoy <= dia) return 0
  return plantDrift(s.ajuste) * (1 - Math.exp((dia - hoy) / DRIFT_DAYS))
}

/** How many times as far as expected the levels of rests lie from what is known of a place; null: too few were compared. */
export const misfitOf = (f: Fit | undefined): number | null =>
  f && f.n >= MIN_RESTS ? f.visto / f.esperado : null

/** The levels that were learned of a place fit no longer: it is to be walked again. */
export const isStale = (f: Fit | undefined): boolean => (misfitOf(f) ?? 0) >= MISFIT
