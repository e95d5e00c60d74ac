import { setImmediate as turn } from 'node:timers/promises'
import { DateTime } from 'luxon'

export type Celda = string | number | boolean | Date | null

/** A column of an exported file: the same title, order and value as on the screen. */
export type Columna<T> = {
  titulo: string
  valor: (fila: T) => Celda
  /** Width in characters. */
  ancho: number
  /** The value is an instant (Date). */
  instante?: true
}

export type Tabla<T> = {
  /** File name without extension. */
  nombre: string
  titulo: string
  columnas: Columna<T>[]
  filas: Iterable<T> | AsyncIterable<T>
  zona: string
}

/** Plant time as people here write it. */
export function formatInstante(fecha: Date, zona: string): string {
  return DateTime.fromJSDate(fecha, { zone: zona }).toFormat('dd/MM/yyyy HH:mm:ss')
}

const FILAS_POR_TURNO = 50

/** The rows, with a turn for everybody else every so often: drawing them takes the processor, not the disk. */
export async function* pausadas<T>(filas: Tabla<T>['filas']): AsyncGenerator<T> {
  let n = 0
  for await (const fila of filas) {
    if (++n % FILAS_POR_TURNO === 0) await turn()
    yield fila
  }
}
