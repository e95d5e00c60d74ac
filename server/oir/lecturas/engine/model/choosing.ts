import { createEngineContext } from '../context'
import { lookAt, weighBy } from '../log-likelihood'
import { PARAMETERS as P } from '../parameters'
import { readersPerPlace } from './candidates'
import { compileTable, planOf } from './emission-model'
import { type Sample, windowOf } from './sample'
import { copyStats, forgetSpot, type LectorDePlanta, type Stats, spotsOf } from './stats'
import { CANDIDATE_NAMES, type Candidate, type Weights } from './weights'

/** How well each model named samples that it had not learned from. */
export type Verdict = {
  pesos: Weights
  /** Samples that were named. */
  pruebas: number
  /** How many of them each model named right. */
  aciertos: Record<Candidate, number>
  /** How many of them all models together named right. */
  juntos: number
}

/**
 * Folds of the cross-validation. The spots of each place are divided in walking order, so that whole stops are left out, not seconds that
 * resemble their neighbours.
 */
const PARTS = 5
/** A plant with more states times readers is not tested: it would take minutes. */
const MAX_CELLS = 2_000_000
/**
 * Prior weights of the models, in samples. `zonas` gets more for each further reader that a place has: several readers identify a place
 * better, in general, than its spots do.
 */
const PRIOR: Weights = { sitios: 3, zonas: 0.5, lectores: 0.5 }
const PRIOR_PER_READER = 3
/** Samples of one stop resemble each other: each counts as this part of one. */
const PART_OF_SAMPLE = 0.5
/** Added to the probability of the true place, so that one sample that no model can explain decides nothing. */
const MIN_P = 0.01
const ROUNDS = 25
/** Number of adverts behind the mean level of a walk sample. */
const ADVERTS = 4

/** A spot as a sample. */
const sampleOfSpot = (s: Readonly<Stats>, e: number): Sample =>
  Array.from({ length: s.lectores }, (_, lector) => {
    const i = e * s.lectores + lector
    const [n, said] = [s.n[i] as number, s.dicho[i] as number]
    return {
      lector,
      media: n ? (s.x[i] as number) / n : null,
      n: n ? ADVERTS : 0,
      oido: said ? (s.oido[i] as number) / said : -1,
    }
  }).filter((o) => o.oido >= 0)

/** The sums without these spots. */
function without(s: Readonly<Stats>, spots: readonly number[]): Stats {
  const rest = copyStats(s)
  for (const e of spots) forgetSpot(rest, e)
  return rest
}

/** The spots that each fold leaves out. */
function partsOf(s: Readonly<Stats>): number[][] {
  const parts: number[][] = Array.from({ length: PARTS }, () => [])
  for (const place of new Set(s.lugares)) {
    const suyos = spotsOf(s, place).filter((e) => s.muestras[e])
    if (suyos.length >= PARTS)
      for (const [i, e] of suyos.entries()) parts[Math.floor((i * PARTS) / suyos.length)]?.push(e)
  }
  return parts
}

/** Odds as shares that add up to 1. */
function sharesOf(ln: Float64Array, n: number, warmth: number): number[] {
  const list = [...ln.subarray(0, n)]
  const max = Math.max(...list)
  const raw = list.map((v) => Math.exp(warmth * (v - max)))
  const sum = raw.reduce((x, y) => x + y, 0)
  return raw.map((v) => v / sum)
}

/**
 * One test of a spot that the models did not learn from. `verdad`: index of the true place. `porModelo`: for each model, the share of each
 * place.
 */
type Trial = { verdad: number; porModelo: number[][] }

function tryModels(s: Readonly<Stats>, planta: readonly LectorDePlanta[]): Trial[] {
  const { balanza, ventana } = createEngineContext()
  const trials: Trial[] = []
  for (const part of partsOf(s)) {
    if (!part.length) continue
    const rest = without(s, part)
    const t = planOf(rest, 0, P.exponente)
    const tables = CANDIDATE_NAMES.map((clase) => compileTable(rest, planta, t.lugares, clase))
    for (const e of part) {
      windowOf(ventana, sampleOfSpot(s, e), s.lectores)
      lookAt(balanza, t, ventana)
      const porModelo = tables.map((table) => {
        weighBy(balanza, t, table, ventana)
        return sharesOf(balanza.lugar, t.lugares.length, table.dials.temple)
      })
      trials.push({ verdad: t.lugares.indexOf(s.lugares[e] as number), porModelo })
    }
  }
  return trials
}

/** Weights under which the true places are likeliest, held near the prior (expectation maximization). */
function fitWeights(trials: readonly Trial[], prior: readonly number[]): number[] {
  const before = prior.reduce((x, y) => x + y, 0)
  const all = before + PART_OF_SAMPLE * trials.length
  let w = prior.map((n) => n / before)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = [...prior]
    for (const { verdad, porModelo } of trials) {
      const suyas = porModelo.map((p, k) => (w[k] as number) * ((p[verdad] as number) + MIN_P))
      const sum = suyas.reduce((x, y) => x + y, 0)
      for (const [k, n] of suyas.entries()) sums[k] = (sums[k] as number) + (PART_OF_SAMPLE * n) / sum
    }
    w = sums.map((n) => n / all)
  }
  return w
}

const isBest = (p: readonly number[], z: number) => p.every((v) => v <= (p[z] as number))

/**
 * How much each model is to count, by cross-validation on the walk and on confirmed rests. With few samples the weights stay near the plain
 * ones. Null: too few samples to test on, or the plant is too large.
 */
export function chooseWeights(s: Readonly<Stats>, planta: readonly LectorDePlanta[]): Verdict | null {
  if (s.lugares.length * s.lectores > MAX_CELLS) return null
  const trials = tryModels(s, planta)
  if (!trials.length) return null
  const conLector = new Set(planta.map((r) => r.lugar))
  const prior: Weights = {
    ...PRIOR,
    zonas: PRIOR.zonas + PRIOR_PER_READER * (readersPerPlace(planta) - 1),
    // Without its walk a place that has no reader would not be reported at all.
    lectores: s.lugares.every((place) => conLector.has(place)) ? PRIOR.lectores : 0,
  }
  const w = fitWeights(
    trials,
    CANDIDATE_NAMES.map((clase) => prior[clase]),
  )
  const mixed = ({ porModelo: [first = [], ...others] }: Trial) =>
    first.map((p, z) =>
      others.reduce((n, o, k) => n + (w[k + 1] as number) * (o[z] as number), (w[0] as number) * p),
    )
  const byName = (valueAt: (k: number) => number) =>
    Object.fromEntries(CANDIDATE_NAMES.map((clase, k) => [clase, valueAt(k)])) as Record<Candidate, number>
  const countRight = (saidOf: (t: Trial) => number[]) =>
    trials.filter((t) => isBest(saidOf(t), t.verdad)).length
  return {
    pesos: byName((k) => w[k] as number),
    pruebas: trials.length,
    aciertos: byName((k) => countRight((t) => t.porModelo[k] as number[])),
    juntos: countRight(mixed),
  }
}
