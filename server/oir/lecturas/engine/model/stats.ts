import { groupBy } from '../../../../platform/time/groups'
import type { Weights } from './weights'

/** A reader in its plant: its number, its place, and its coordinates in metres if there is a plan. */
export type LectorDePlanta = { lector: number; lugar: number; x?: number | null; y?: number | null }

/**
 * What was learned, as sums that only grow, by state and reader. A state is the surroundings of a reader, or a spot of a walk. Index: state
 * · readers + reader.
 */
export type Stats = {
  lectores: number
  /** Place of each state. */
  lugares: number[]
  /** The reader whose surroundings a state is; -1: a spot. */
  propio: number[]
  /** Samples with a level. */
  n: number[]
  /** Sum of these levels, dBm. */
  x: number[]
  /** Sum of their squares. */
  xx: number[]
  /** Samples that the reader could have heard. */
  dicho: number[]
  /** Sum of the shares that it heard of each of them, 0 to 1. */
  oido: number[]
  /** By state: number of samples. */
  muestras: number[]
  /** By state: mean day (since 1970) of its samples; 0: not known. */
  dias: number[]
  /** How much each model counts (`chooseWeights`); null: the models were not tested. */
  mezcla: Weights | null
  /** By walked place: how well rests there fit what was learned of it. */
  ajuste: Map<number, Fit>
}

/**
 * How rests fit a walked place. `n`: rests compared. `visto`: sum of the squared differences of their levels, dB² for each reader.
 * `esperado`: sum of what these squares were expected to be.
 */
export type Fit = { n: number; visto: number; esperado: number }

/** Empty sums: one state for each reader that has a place. `lector` of `planta` is the number of a reader. */
export function createStats(planta: readonly LectorDePlanta[], lectores: number): Stats {
  const estados = planta.filter((r) => r.lugar >= 0)
  const ceros = () => new Array<number>(estados.length * lectores).fill(0)
  return {
    lectores,
    lugares: estados.map((r) => r.lugar),
    propio: estados.map((r) => r.lector),
    n: ceros(),
    x: ceros(),
    xx: ceros(),
    dicho: ceros(),
    oido: ceros(),
    muestras: new Array<number>(estados.length).fill(0),
    dias: new Array<number>(estados.length).fill(0),
    mezcla: null,
    ajuste: new Map(),
  }
}

export const copyStats = (s: Stats): Stats => ({
  lectores: s.lectores,
  lugares: [...s.lugares],
  propio: [...s.propio],
  n: [...s.n],
  x: [...s.x],
  xx: [...s.xx],
  dicho: [...s.dicho],
  oido: [...s.oido],
  muestras: [...s.muestras],
  dias: [...s.dias],
  mezcla: s.mezcla,
  ajuste: new Map([...s.ajuste].map(([place, f]) => [place, { ...f }])),
})

const FIELDS = ['n', 'x', 'xx', 'dicho', 'oido'] as const

/**
 * Add a state without samples.
 * @returns its number
 */
function addEstado(s: Stats, place: number, propio: number): number {
  s.lugares.push(place)
  s.propio.push(propio)
  s.muestras.push(0)
  s.dias.push(0)
  for (const k of FIELDS) for (let i = 0; i < s.lectores; i++) s[k].push(0)
  return s.lugares.length - 1
}

/**
 * Add a spot of `place`, without samples.
 * @returns its state
 */
export const addPoint = (s: Stats, place: number): number => addEstado(s, place, -1)

/** The states that are spots of a place. */
export function spotsOf(s: Stats, place: number): number[] {
  const suyos: number[] = []
  for (let e = 0; e < s.lugares.length; e++)
    if (s.lugares[e] === place && (s.propio[e] as number) < 0) suyos.push(e)
  return suyos
}

/** Forget a reader that was moved: its surroundings, and what it heard anywhere. */
export function forgetLector(s: Stats, lector: number): void {
  for (let e = 0; e < s.lugares.length; e++) {
    const suyo = s.propio[e] === lector
    for (let r = 0; r < s.lectores; r++) {
      if (!suyo && r !== lector) continue
      const i = e * s.lectores + r
      s.n[i] = s.x[i] = s.xx[i] = s.dicho[i] = s.oido[i] = 0
    }
  }
}

/** Forget what was heard at a spot. */
export function forgetSpot(s: Stats, e: number): void {
  s.muestras[e] = s.dias[e] = 0
  for (let i = e * s.lectores; i < (e + 1) * s.lectores; i++)
    s.n[i] = s.x[i] = s.xx[i] = s.dicho[i] = s.oido[i] = 0
}

/** Forget the spots of a place, before it is walked again. */
export function forgetPlace(s: Stats, place: number): void {
  s.ajuste.delete(place)
  for (const e of spotsOf(s, place)) forgetSpot(s, e)
}

/**
 * Sums of a plant that has learned nothing, to be read only: they share one array, since the largest plant would take most of a gigabyte
 * otherwise.
 */
export function emptyStats(planta: readonly LectorDePlanta[], lectores: number): Readonly<Stats> {
  const sinNada = createStats(planta, 0)
  const ceros = new Array<number>(sinNada.lugares.length * lectores).fill(0)
  return { ...sinNada, lectores, n: ceros, x: ceros, xx: ceros, dicho: ceros, oido: ceros }
}

/** Add the rows `which` of one array to row `e` of another one. */
function addRows(to: number[], e: number, rows: readonly number[], which: readonly number[], width: number) {
  for (const f of which)
    for (let r = 0; r < width; r++)
      to[e * width + r] = (to[e * width + r] as number) + (rows[f * width + r] as number)
}

/** Fewest samples of a group of spots that becomes a Gaussian. The spots of a group have the same best reader. */
const MIN_GROUP = 6

/** The reader that hears best in a state; -1: no reader heard. */
function loudestOf(s: Readonly<Stats>, e: number): number {
  let [best, level] = [-1, Number.NEGATIVE_INFINITY]
  for (let r = 0; r < s.lectores; r++) {
    const i = e * s.lectores + r
    const n = s.n[i] as number
    if (n > 0 && (s.x[i] as number) / n > level) [best, level] = [r, (s.x[i] as number) / n]
  }
  return best
}

/** The spots of a place in groups, by the reader that hears best there. Spots of small groups join the largest group. */
function groupsOf(s: Readonly<Stats>, place: number, most: number): number[][] {
  const suyos = spotsOf(s, place).filter((e) => s.muestras[e])
  if (most === 1) return [suyos]
  const samplesOf = (spots: number[]) => spots.reduce((n, e) => n + (s.muestras[e] as number), 0)
  const groups = [...groupBy(suyos, (e) => loudestOf(s, e)).values()].sort(
    (a, b) => samplesOf(b) - samplesOf(a) || (a[0] as number) - (b[0] as number),
  )
  const kept = groups.filter((g, i) => i === 0 || (i < most && samplesOf(g) >= MIN_GROUP))
  kept[0]?.push(...groups.filter((g) => !kept.includes(g)).flat())
  return kept
}

/**
 * The same sums, to be read only, with at most `most` spots for each place, which hold the sums of all its spots.
 * @param most 0: no spots
 */
export function joinSpots(s: Readonly<Stats>, most = 1): Readonly<Stats> {
  if (s.propio.every((r) => r >= 0)) return s
  const joined = { ...createStats([], s.lectores), mezcla: s.mezcla, ajuste: s.ajuste }
  const add = (from: readonly number[], place: number, propio: number) => {
    const e = addEstado(joined, place, propio)
    for (const f of from) {
      const [n, m] = [joined.muestras[e] as number, s.muestras[f] as number]
      if (m) joined.dias[e] = (n * (joined.dias[e] as number) + m * (s.dias[f] as number)) / (n + m)
      joined.muestras[e] = n + m
    }
    for (const k of FIELDS) addRows(joined[k], e, s[k], from, s.lectores)
  }
  for (const [e, place] of s.lugares.entries())
    if ((s.propio[e] as number) >= 0) add([e], place, s.propio[e] as number)
  if (most > 0)
    for (const place of new Set(s.lugares.filter((_, e) => (s.propio[e] as number) < 0)))
      for (const group of groupsOf(s, place, most)) add(group, place, -1)
  return joined
}
