import { createEngineContext, type Listening } from '../context'
import type { Lectores } from '../lectores'
import { findMudos } from '../silences'
import { createTimeBins, listTimeBins, noteHearing, type TimeBins } from '../time-bins'
import { addMudo, addTimeBin, clear, pudoOf, type Window } from '../window'

/**
 * What each reader heard of a tag at one spot. `media`: mean level, dBm; null: none reported. `n`: adverts with a level. `oido`: share of
 * adverts heard.
 */
export type Sample = { lector: number; media: number | null; n: number; oido: number }[]

/** The sample of a window, without the readers that could not report. `findMudos` was called for it. */
export function sampleOf(v: Window, lectores: number): Sample {
  const m: Sample = []
  for (let lector = 0; lector < lectores; lector++) {
    const pudo = pudoOf(v, lector)
    if (!pudo) continue
    const n = v.niveles[lector] as number
    const heard = Math.min(1, (v.veces[lector] as number) / pudo)
    m.push({ lector, media: n ? (v.suma[lector] as number) / n : null, n, oido: heard })
  }
  return m
}

/** Number of adverts that a sample counts as when it is weighed itself. */
const ANUNCIOS = 10

/** A sample as a window, to be weighed. */
export function windowOf(v: Window, m: Sample, lectores: number): void {
  clear(v)
  v.anuncios = ANUNCIOS
  const known = new Set(m.map((o) => o.lector))
  for (let r = 0; r < lectores; r++) {
    if (known.has(r)) continue
    addMudo(v, r, 0)
  }
  for (const { lector, media, n, oido: heard } of m) {
    if (lector >= lectores || heard <= 0) continue
    v.lectores[v.hearers++] = lector
    v.veces[lector] = heard * ANUNCIOS
    v.niveles[lector] = n
    v.suma[lector] = (media ?? 0) * n
  }
}

/** One hearing of the tag that is carried on a walk: second, number of the reader, dBm. */
export type PaseoObservation = { s: number; lector: number; nivel: number | null }

/** Seconds of a walk that make one sample; half as many if the tag sends each second. */
export const PIEZA_S = 10
/** Mean seconds between adverts up to which a tag counts as sending each second. */
const SEGUIDO_S = 1.5

/** Mean seconds between the adverts of a walk; NaN if there is at most one advert. */
function intervalOf(walkObservations: readonly PaseoObservation[]): number {
  const seconds = [...new Set(walkObservations.map((o) => Math.floor(o.s)))].sort((a, b) => a - b)
  const pausas = seconds.slice(1).map((s, i) => s - (seconds[i] as number))
  // A walk may be left and taken up again: that pause is no interval.
  const suyas = pausas.filter((p) => p < PIEZA_S)
  return suyas.reduce((a, b) => a + b, 0) / suyas.length
}

/** Make one window of all cells. */
function addAll(x: Listening, c: TimeBins): void {
  const { ventana: v, indexes } = x.motor
  const { n } = listTimeBins(c, indexes)
  clear(v)
  for (let k = 0; k < n; k++) addTimeBin(v, c, indexes[k] as number)
  findMudos(x, c)
}

/** Samples of a walk through one place, one for each piece of the walk. */
export function samplesOf(walkObservations: readonly PaseoObservation[], l: Lectores): Sample[] {
  const x = { motor: createEngineContext(), lectores: l }
  const piezas = new Map<number, PaseoObservation[]>()
  const dura = intervalOf(walkObservations) <= SEGUIDO_S ? PIEZA_S / 2 : PIEZA_S
  for (const o of walkObservations) {
    const n = Math.floor(o.s / dura)
    const pieza = piezas.get(n)
    if (pieza) pieza.push(o)
    else piezas.set(n, [o])
  }
  return [...piezas.values()].map((pieza) => {
    const c = createTimeBins()
    for (const o of pieza) noteHearing(c, o, x.motor.copia)
    addAll(x, c)
    return sampleOf(x.motor.ventana, l.ids.length)
  })
}
