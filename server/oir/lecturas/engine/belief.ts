import type { Opcion } from './certeza'
import type { Heard, Listening } from './context'
import { noteVivo } from './lectores'
import { createTimeBins, noteHearing, type TimeBins } from './time-bins'

export type Modo = 'quieto' | 'moviendo' | 'fuera'

/** A weighing of the evidence. */
export type Weighing = {
  /** Second of the newest hearing that it used. */
  hasta: number
  /** A hearing of this second or later makes the engine check again whether the tag is still at that spot. */
  mirar: number
  /** Emission model that it used; null: another process weighed it. */
  tabla: object | null
  /** First second of the spot at which it was made. */
  corte: number
  /** Up to three places with their certainty, the reported one first. */
  orden: Opcion[]
  /** Another place is likelier than the one reported. */
  lejos: boolean
}

/** What the engine remembers of one tag, and what it reports for it. Times are whole seconds of Unix time. */
export type Belief = {
  celdas: TimeBins
  /** Place reported; null: none yet. When the tag is gone, this stays its last place. */
  lugar: number | null
  modo: Modo
  /** Second since which the tag is at `lugar`, by the evidence. */
  desde: number
  /** First second of the present spot. */
  corte: number
  /** First second of the spot before. If it is close to that of the present spot, the tag is being carried. */
  corteAnterior: number
  /** The reported place was decided at this spot, or by a person. */
  decidido: boolean
  /** A person confirmed the reported place at this spot. */
  confirmado: boolean
  /** Another place that is ahead of the reported one, and since when. */
  rival: { lugar: number; desde: number } | null
  /** The last weighing of the evidence. */
  pesado: Weighing | null
  /** This spot has already given a sample to learn from: one rest is one sample. */
  ensenado: boolean
  /** Place of the last spot that was reported without doubt. */
  aqui: number | null
  /** How many such spots were of the same place as the spot before. */
  quedas: number
  /** How many such spots were of another place than the spot before. */
  idas: number
}

export const createBelief = (): Belief => ({
  celdas: createTimeBins(),
  lugar: null,
  modo: 'quieto',
  desde: 0,
  corte: Number.MIN_SAFE_INTEGER,
  corteAnterior: Number.MIN_SAFE_INTEGER,
  decidido: false,
  confirmado: false,
  rival: null,
  pesado: null,
  ensenado: false,
  aqui: null,
  quedas: 0,
  idas: 0,
})

/** Levels that a radio can report, dBm. */
const isLevel = (n: number | null): n is number => n !== null && n >= -127 && n < 20 && n !== 0

/**
 * Note that a reader heard a tag. `evaluate` judges it a second or more later, when the other readers have reported the same advert too. A
 * hearing more than an hour older than the newest one is left out.
 * @param o an impossible level counts as none; the caller may use the object again
 */
export function observe(x: Listening, c: Belief, o: Heard): void {
  noteVivo(x.lectores, o.lector, o.tag, o.s)
  if (!isLevel(o.nivel)) o.nivel = null
  noteHearing(c.celdas, o, x.motor.copia, c.corte)
  if (o.mueve && c.pesado) c.pesado.mirar = 0
}
