import { setImmediate as turn } from 'node:timers/promises'
import type { Sobre } from './sobre'

export type Celda = string | number | boolean | Date | null

/** A column of an exported file: the same title, order and value as on the screen. */
export type Column<T> = {
  titulo: string
  valor: (row: T) => Celda
  /** Width in characters. */
  ancho: number
  /** The value is an instant (Date). */
  instante?: true
  /** The values are numbers: they and their title stand at the right. */
  numerica?: true
  /** What its numbers count: `%`, `°C`, `g`. */
  unidad?: string
  /** Its numbers are names: no separators. */
  codigo?: true
  /** Heading over this column and its neighbours of the same group; in xlsx files. */
  grupo?: { nombre: string; fondo: string }
}

/** All rows at once, or as they are read, some of them at a time. */
export type Rows<T> = readonly T[] | AsyncIterable<readonly T[]>

export type Tabla<T> = {
  /** File name without extension. */
  nombre: string
  titulo: string
  columnas: Column<T>[]
  filas: Rows<T>
  zona: string
  /** What the file is about. */
  sobre: Sobre
  /** A last row: totals; in xlsx files that have groups. */
  pie?: () => Celda[]
}

const FILAS_POR_TURNO = 50

/** The same for both kinds of rows. */
export const chunksOf = <T>(rows: Rows<T>) => (Symbol.asyncIterator in rows ? rows : [rows])

/** The rows by some tens, with a turn for everybody else between: drawing them takes the processor, not the disk. */
export async function* pausadas<T>(rows: Rows<T>): AsyncGenerator<readonly T[], void> {
  for await (const leidas of chunksOf(rows))
    for (let i = 0; i < leidas.length; i += FILAS_POR_TURNO) {
      await turn()
      yield leidas.slice(i, i + FILAS_POR_TURNO)
    }
}
