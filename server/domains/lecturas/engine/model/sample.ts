import { createEngineContext } from '../context'
import type { Lectores } from '../lectores'
import { addAll } from '../silences'
import { createTimeBins, noteHearing } from '../time-bins'
import { addMudo, clear, pudoOf, type Window } from '../window'

/** What every reader heard of a tag that stood at one spot: level in dBm (null: none told) over its adverts, and the share heard. */
export type Sample = { lector: number; media: number | null; n: number; oido: number }[]

/** One sample of what the window heard; readers that could not tell are left out. */
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

/** How many adverts a sample counts as when it is weighed itself. */
const ANUNCIOS = 10

/** A sample as a window, to be weighed. */
export function windowOf(v: Window, m: Sample, lectores: number): void {
  clear(v, lectores)
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

/** Seconds of a walk that make one sample; of one whose tag sends each second, half as many. */
export const PIEZA_S = 10
const SEGUIDO_S = 1.5

/** Mean seconds between the adverts of a walk; infinite where there is one at most. */
function intervalOf(walkObservations: readonly PaseoObservation[]): number {
  const seconds = [...new Set(walkObservations.map((o) => Math.floor(o.s)))].sort((a, b) => a - b)
  const pausas = seconds.slice(1).map((s, i) => s - (seconds[i] as number))
  // A walk may be left and gone on with: what nobody heard then is no interval.
  const suyas = pausas.filter((p) => p < PIEZA_S)
  return suyas.reduce((a, b) => a + b, 0) / suyas.length
}

/** Samples of a walk through one place: one for each piece of it. */
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
