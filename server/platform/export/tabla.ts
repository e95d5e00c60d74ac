import { setImmediate as turn } from 'node:timers/promises'
import type { Sobre } from './sobre'

export type Celda = string | number | boolean | Date | null

/** A column of an exported file, with the same title, order and value as on the screen. */
export type Column<T> = {
  titulo: string
  valor: (row: T) => Celda
  /** Width in characters. */
  ancho: number
  /** The value is an instant (Date). */
  instante?: true
  /** The values are numbers: values and title are right-aligned. */
  numerica?: true
  /** Unit of the numbers: `%`, `°C`, `g`. */
  unidad?: string
  /** The numbers are identifiers: no thousands separators. */
  codigo?: true
  /** A JPEG that a PDF shows instead of the value; undefined: the row has no picture. */
  imagen?: (row: T) => Promise<Buffer | undefined>
  /** Heading over this column and its neighbours of the same group; only in xlsx files. */
  grupo?: { nombre: string; fondo: string }
}

/** All rows at once, or a stream of parts. */
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
  /** A last row with totals; only in xlsx files with groups. */
  pie?: () => Celda[]
}

const FILAS_POR_TURNO = 50

/** Rows as parts, for both kinds. */
export const chunksOf = <T>(rows: Rows<T>) => (Symbol.asyncIterator in rows ? rows : [rows])

/** Yields some tens of rows at a time and gives way to other work in between: drawing them uses the processor, not the disk. */
export async function* pausadas<T>(rows: Rows<T>): AsyncGenerator<readonly T[], void> {
  for await (const leidas of chunksOf(rows))
    for (let i = 0; i < leidas.length; i += FILAS_POR_TURNO) {
      await turn()
      yield leidas.slice(i, i + FILAS_POR_TURNO)
    }
}
