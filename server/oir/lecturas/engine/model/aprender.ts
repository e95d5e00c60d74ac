import { createEngineContext } from '../context'
import type { Lectores } from '../lectores'
import { weighPlaces } from '../log-likelihood'
import { PARAMETERS as P } from '../parameters'
import { compile, type EmissionModel } from './emission-model'
import { type Sample, windowOf } from './sample'
import { addPoint, copyStats, type LectorDePlanta, type Stats, spotsOf } from './stats'

/**
 * Add one sample to a state. The variance of single adverts around their mean is subtracted from the squares.
 * @param dia day since 1970; 0: not known
 */
export function addSample(s: Stats, estado: number, m: Sample, dia = 0): void {
  const before = s.muestras[estado] as number
  s.muestras[estado] = before + 1
  s.dias[estado] = (before * (s.dias[estado] as number) + dia) / (before + 1)
  for (const { lector, media, n, oido } of m) {
    if (lector >= s.lectores) continue
    const i = estado * s.lectores + lector
    s.dicho[i] = (s.dicho[i] as number) + 1
    s.oido[i] = (s.oido[i] as number) + oido
    if (media === null) continue
    s.n[i] = (s.n[i] as number) + 1
    s.x[i] = (s.x[i] as number) + media
    s.xx[i] = (s.xx[i] as number) + media * media - P.varAnuncio / n
  }
}

/** Distance of a sample from the mean levels of a spot, dB², as the mean over the readers that know both. */
function distanceTo(s: Stats, point: number, m: Sample): number {
  let n = 0
  let suma = 0
  for (const { lector, media } of m) {
    const i = point * s.lectores + lector
    if (media === null || lector >= s.lectores || !(s.n[i] as number)) continue
    n++
    suma += (media - (s.x[i] as number) / (s.n[i] as number)) ** 2
  }
  return n ? suma / n : Number.POSITIVE_INFINITY
}

/** Whether a sample has so few adverts that it would describe its spot badly. */
const isPocos = (m: Sample) => m.every((o) => o.n < P.anunciosPunto)

/** The spot for a sample of a place: a new one, or the most similar one if the place has enough spots. */
function pointFor(s: Stats, place: number, m: Sample): number {
  const suyos = spotsOf(s, place)
  const libre = suyos.find((e) => !s.muestras[e])
  if (libre !== undefined) return libre
  if (suyos.length < (isPocos(m) ? P.puntosPocos : P.puntosLugar)) return addPoint(s, place)
  let mejor = suyos[0] as number
  let menos = Number.POSITIVE_INFINITY
  for (const e of suyos) {
    const d = distanceTo(s, e, m)
    if (d < menos) [mejor, menos] = [e, d]
  }
  return mejor
}

/** Add samples that were taken at a place (a walk, or rests that people confirmed) to its spots. */
export function learnPlace(s: Stats, place: number, samples: readonly Sample[], dia = 0): void {
  for (const m of samples) addSample(s, pointFor(s, place, m), m, dia)
}

/**
 * The reader in whose surroundings a rest without doubt is: the strongest, well above all readers of other places. Null: there is doubt.
 */
export function withoutDoubt(m: Sample, planta: readonly LectorDePlanta[]): number | null {
  const levels = new Map(m.map((o) => [o.lector, o.media]))
  const levelOf = (r: LectorDePlanta) => levels.get(r.lector) ?? Number.NEGATIVE_INFINITY
  let mejor: LectorDePlanta | null = null
  for (const r of planta) if (r.lugar >= 0 && levelOf(r) > (mejor ? levelOf(mejor) : -Infinity)) mejor = r
  if (!mejor) return null
  const limite = levelOf(mejor) - P.ensenaDb
  return planta.some((r) => r.lugar !== mejor.lugar && levelOf(r) > limite) ? null : mejor.lector
}

/**
 * A rest that leaves no doubt, by the ids of readers: whose surroundings it is in, what those heard that heard the tag, and all that could
 * have heard it, in the order of the sample. Most of these did not, and after an outage every tag of a plant waits with a rest to be written.
 */
export type TrainingRest = { lector: number; oyeron: Sample; lectores: Uint32Array }

/**
 * What can be learned from a rest; null: it leaves doubt.
 * @param lugarOf place of each reader, by its id
 */
export function trainingRestOf(
  m: Sample,
  { ids, numeros }: Lectores,
  lugarOf: ReadonlyMap<number, number>,
): TrainingRest | null {
  const planta = [...lugarOf].flatMap(([id, lugar]) => {
    const lector = numeros.get(id)
    return lector === undefined ? [] : { lector, lugar }
  })
  const lector = withoutDoubt(m, planta)
  if (lector === null) return null
  const idOf = (number: number) => ids[number] as number
  return {
    lector: idOf(lector),
    oyeron: m.filter((o) => o.oido > 0).map((o) => ({ ...o, lector: idOf(o.lector) })),
    lectores: Uint32Array.from(m, (o) => idOf(o.lector)),
  }
}

/** The sample of a rest, by the ids of readers. */
export function sampleOfRest({ oyeron, lectores }: TrainingRest): Sample {
  const heard = new Map(oyeron.map((o) => [o.lector, o]))
  return Array.from(lectores, (lector) => heard.get(lector) ?? { lector, media: null, n: 0, oido: 0 })
}

/** A sample whose place is known. */
export type Holdout = { lugar: number; muestra: Sample }

/** What a plant learns by itself, before places are reported by it. */
export type ShadowModel = {
  /** Sums of the table that places are reported by. */
  sumas: Stats
  /** Sums of the table that may replace it. */
  sombra: Stats
  /** Number of rests without doubt so far. */
  nuevas: number
  /** The last samples, to test a new table on: confirmations, and some of the rests without doubt. */
  holdouts: Holdout[]
}

const MAX_HOLDOUTS = 60
/** Every fourth rest without doubt is kept to test tables on, and taught to none. */
const CADA_HOLDOUT = 4

export const createShadowModel = (stats: Stats): ShadowModel => ({
  sumas: stats,
  sombra: copyStats(stats),
  nuevas: 0,
  holdouts: [],
})

export function keepHoldout(e: ShadowModel, x: Holdout): void {
  e.holdouts.push(x)
  if (e.holdouts.length > MAX_HOLDOUTS) e.holdouts.shift()
}

/**
 * Teach a rest that leaves no doubt to the shadow.
 * @returns whether it left none
 */
export function teachRest(e: ShadowModel, m: Sample, planta: readonly LectorDePlanta[]): boolean {
  const lector = withoutDoubt(m, planta)
  if (lector === null) return false
  const estado = e.sombra.propio.indexOf(lector)
  if (estado < 0) return false
  e.nuevas++
  if (e.nuevas % CADA_HOLDOUT === 0) keepHoldout(e, { lugar: e.sombra.lugares[estado] as number, muestra: m })
  else addSample(e.sombra, estado, m)
  return true
}

/** How many of the samples a table assigns to their true place. */
export function countRight(t: EmissionModel, holdouts: readonly Holdout[]): number {
  const { ventana, balanza } = createEngineContext()
  let bien = 0
  for (const { lugar: place, muestra: sample } of holdouts) {
    windowOf(ventana, sample, t.lectores)
    weighPlaces(balanza, t, ventana)
    const { ln } = balanza
    let mejor = 0
    for (let z = 1; z < t.lugares.length; z++) if ((ln[z] as number) > (ln[mejor] as number)) mejor = z
    if (t.lugares[mejor] === place) bien++
  }
  return bien
}

/**
 * The table of the shadow. It goes live only if it is right about the last samples at least as often as the current one. Null: it is not.
 */
export function promote(
  e: ShadowModel,
  current: EmissionModel,
  planta: readonly LectorDePlanta[],
): EmissionModel | null {
  const nueva = compile(e.sombra, planta, current.version + 1, { exponente: current.exponente })
  if (countRight(nueva, e.holdouts) < countRight(current, e.holdouts)) return null
  e.sumas = copyStats(e.sombra)
  return nueva
}
