import { cellOf, estimateChances } from '#server/cuentas/perdidas/chances/chance'
import {
  ageOn,
  exponential,
  knownOn,
  lognormal,
  mixed,
  type Silence,
  type Stage,
  simulateSilences,
} from '#server/testing/scenarios/silences'
import { createRandom, suma } from '../medidas'

/** A plant: its stages, and the number of silences of each in three years. */
export type PlantaSilencios = { nombre: string; etapas: readonly (readonly [Stage, number])[] }

/** Plants that violate possible assumptions of the estimate: return times of all shapes, and few silences. */
export const PLANTAS_SILENCIOS: readonly PlantaSilencios[] = [
  {
    nombre: 'each day alike',
    etapas: [
      [exponential(0.97, 1), 3000],
      [exponential(0.7, 9), 900],
    ],
  },
  {
    nombre: 'late returns',
    etapas: [
      [lognormal(0.9, 6, 0.8), 1500],
      [lognormal(0.6, 25, 0.6), 900],
    ],
  },
  {
    nombre: 'two kinds mixed',
    etapas: [[mixed(0.8, exponential(0.99, 0.5), exponential(0.5, 30)), 2500]],
  },
  {
    nombre: 'few silences',
    etapas: [
      [exponential(0.85, 3), 240],
      [lognormal(0.75, 8, 0.7), 180],
    ],
  },
]

const LEARNED_D = 365
const JUDGED_D = 730
const DAYS = 1095
const BANDS = 10
/** Minimum number of silences in a band that is judged. */
export const MIN_CASES = 30
/** Number of silences, and days, from which the true probabilities are computed. */
const [TRUE_N, TRUE_DAYS] = [200_000, 36_500]

/**
 * A band of predictions: `said`: sum of the predicted probabilities; `came`: how many came back; `n`: predictions; `silences`: silences
 * that they are about.
 */
export type Band = { said: number; came: number; n: number; silences: number }

export type NotaVuelve = {
  /** Predictions for each silent container each week, by predicted probability: 0 to 10 %, 10 to 20 %, ... */
  bands: Band[]
  /** The same with the true probabilities: shows the effect of chance alone. */
  byTruth: Band[]
}

/** Largest difference between predicted and real share of a band, 0 to 1. */
export const worstOf = (bands: readonly Band[]) =>
  Math.max(0, ...bands.filter((b) => b.silences >= MIN_CASES).map((b) => Math.abs(b.said - b.came) / b.n))

/** Ratio of the expected loss to the real one. */
export const lossRatioOf = (bands: readonly Band[]) =>
  suma(bands.map((b) => b.n - b.said)) / suma(bands.map((b) => b.n - b.came))

/** Sum of the bands of several plants. */
export const joinBands = (all: readonly (readonly Band[])[]): Band[] =>
  Array.from({ length: BANDS }, (_, i) => {
    const of = (key: keyof Band) => suma(all.map((bands) => bands[i]?.[key] ?? 0))
    return { said: of('said'), came: of('came'), n: of('n'), silences: of('silences') }
  })

const learn = (silences: readonly Silence[], day: number) =>
  new Map(estimateChances(knownOn(silences, day)).map((c) => [c.celda, c.vuelve]))

/** Bands that predictions are added to, each with what came or with the true probability of it, 0 to 1. */
export function createBands() {
  const bands = Array.from({ length: BANDS }, () => ({ said: 0, came: 0, n: 0, seen: new Set<Silence>() }))
  return {
    add(s: Silence, vuelve: number, came: number): void {
      const band = bands[Math.min(BANDS - 1, Math.floor(vuelve * BANDS))] as (typeof bands)[number]
      band.n++
      band.said += vuelve
      band.came += came
      band.seen.add(s)
    },
    list: (): Band[] => bands.map(({ seen, ...b }) => ({ ...b, silences: seen.size })),
  }
}

/** The true probability that a silence of this age (minutes) ends, 0 to 1; undefined where none of very many got so old. */
export function learnTruth(stage: Stage, seed: number): (age: number) => number | undefined {
  const chances = learn(simulateSilences(stage, TRUE_N, 1, createRandom(seed + 1000)), TRUE_DAYS)
  return (age) => chances.get(cellOf(age))
}

/** Rolling origin: learn before each week of a year, and judge by the outcome of the silences of that week. */
export function judgeVuelve({ etapas }: PlantaSilencios, seed: number): NotaVuelve {
  const random = createRandom(seed)
  const [bands, byTruth] = [createBands(), createBands()]
  for (const [stage, n] of etapas) {
    const silences = simulateSilences(stage, n, DAYS, random)
    const truth = learnTruth(stage, seed)
    for (let day = LEARNED_D; day <= JUDGED_D; day += 7) {
      const chances = learn(silences, day)
      for (const s of silences) {
        const age = ageOn(s, day)
        const cell = age === null ? Number.NaN : cellOf(age)
        const [vuelve, really] = [chances.get(cell), age === null ? undefined : truth(age)]
        if (vuelve === undefined || really === undefined) continue
        const came = Number(Number.isFinite(s.lasts))
        bands.add(s, vuelve, came)
        byTruth.add(s, really, came)
      }
    }
  }
  return { bands: bands.list(), byTruth: byTruth.list() }
}
