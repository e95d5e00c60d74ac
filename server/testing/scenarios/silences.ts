import { cellOf, type SilenceCell } from '../../cuentas/perdidas/chances/chance'

const DAY_MIN = 1440
/** Minutes from which a silence counts. */
export const SHORTEST = 300

/**
 * The silences of a stage: the share that comes back, and after how many days beyond the first hours.
 * `days` gets uniform random numbers, 0 to 1.
 */
export type Stage = { vuelven: number; days: (random: () => number) => number }

/** Constant rate: each day the same share of those that are still to come back does so. */
export const exponential = (vuelven: number, mediaDias: number): Stage & { mediaDias: number } => ({
  vuelven,
  mediaDias,
  days: (random) => -Math.log(1 - random()) * mediaDias,
})

/** Few come back at once, most about the median, some very late; `spread`: standard deviation of the logarithm. */
export const lognormal = (vuelven: number, median: number, spread: number): Stage => ({
  vuelven,
  days: (random) =>
    median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())),
})

/** A share of the silences behaves as one stage, the rest as another. */
export const mixed = (share: number, a: Stage, b: Stage): Stage => ({
  vuelven: share * a.vuelven + (1 - share) * b.vuelven,
  days: (random) =>
    random() < (share * a.vuelven) / (share * a.vuelven + (1 - share) * b.vuelven)
      ? a.days(random)
      : b.days(random),
})

/** A silence: the day on which it begins, and its length in minutes; Infinity: it never ends. */
export type Silence = { begins: number; lasts: number }

/** Simulate `n` silences that begin within `days` days. */
export const simulateSilences = (stage: Stage, n: number, days: number, random: () => number): Silence[] =>
  Array.from({ length: n }, () => ({
    begins: random() * days,
    lasts: random() < stage.vuelven ? SHORTEST + stage.days(random) * DAY_MIN : Number.POSITIVE_INFINITY,
  }))

/** Minutes for which a silence has lasted on a day; null: it does not count yet, or has ended. */
export function ageOn({ begins, lasts }: Silence, day: number): number | null {
  const age = (day - begins) * DAY_MIN
  return age < SHORTEST || lasts <= age ? null : age
}

/** What is known of the silences on a day. */
export const knownOn = (silences: readonly Silence[], day: number): SilenceCell[] =>
  silences.flatMap((s) => {
    const age = ageOn(s, day)
    if (age !== null) return [{ celda: cellOf(age), vueltos: 0, siguen: 1 }]
    return (day - s.begins) * DAY_MIN < SHORTEST ? [] : [{ celda: cellOf(s.lasts), vueltos: 1, siguen: 0 }]
  })
