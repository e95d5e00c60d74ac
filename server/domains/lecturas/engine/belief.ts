import type { Opcion } from './certeza'
import { createTimeBins, type TimeBins } from './time-bins'

export type Modo = 'quieto' | 'moviendo' | 'fuera'

/** What is remembered of one tag, and what is reported for it. Times are whole seconds of Unix time. */
export type Belief = {
  celdas: TimeBins
  /** Place told, or null while there is none; it stays the last one when the tag is gone. */
  lugar: number | null
  modo: Modo
  /** Since when it is there, by the evidence. */
  desde: number
  /** First second of the present spot. */
  corte: number
  /** The same of the spot before: where both are recent it is carried about. */
  corteAnterior: number
  /** The place told was decided at this spot, or by a person. */
  decidido: boolean
  confirmado: boolean
  /** Another place that is ahead, and since when. */
  rival: { lugar: number; desde: number } | null
  /**
   * When its evidence was weighed last, by which table, at which spot, and what came of it; `lejos`: another place is likelier than the one told; `emission model` null: another
   * process weighed it. `mirar`: from which second on it is to be looked again whether it is at that spot still.
   */
  pesado: {
    hasta: number
    mirar: number
    tabla: object | null
    corte: number
    orden: Opcion[]
    lejos: boolean
  } | null
  /** This spot has taught already: one rest is one sample. */
  ensenado: boolean
  /** Place of the last spot that was reported without doubt; how many such spots were of the same place as the one before, and of another one. */
  aqui: number | null
  quedas: number
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
