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
  /** Second of the first cell of the present spot. */
  corte: number
  /** The place told was decided at this spot. */
  decidido: boolean
}

export const createCreencia = (): Creencia => ({
  celdas: createCeldas(),
  lugar: null,
  modo: 'quieto',
  desde: 0,
  corte: Number.MIN_SAFE_INTEGER,
  decidido: false,
})
