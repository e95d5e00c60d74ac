import { type Celdas, createCeldas } from './celdas'

export type Modo = 'quieto' | 'moviendo' | 'fuera'

/** What is remembered of one tag, and what is told of it. Times are whole seconds of Unix time. */
export type Creencia = {
  celdas: Celdas
  /** Place told, or null while there is none; it stays the last one when the tag is gone. */
  lugar: number | null
  modo: Modo
  /** Since when it is there, by the evidence. */
  desde: number
  /** First second of the present spot. */
  corte: number
  /** The place told was decided at this spot, or by a person. */
  decidido: boolean
  confirmado: boolean
  /** Another place that is ahead, and since when. */
  rival: { lugar: number; desde: number } | null
  /** This spot has taught already: one rest is one sample. */
  ensenado: boolean
}

export const createCreencia = (): Creencia => ({
  celdas: createCeldas(),
  lugar: null,
  modo: 'quieto',
  desde: 0,
  corte: Number.MIN_SAFE_INTEGER,
  decidido: false,
  confirmado: false,
  rival: null,
  ensenado: false,
})
