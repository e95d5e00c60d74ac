import { entradaNoValida } from '../http/errores'
import { paced } from '../process/pauses'
import { type Csv, ErrorCsv, findColumns } from './csv'
import type { Lectura } from './hoja'
import { readTabla, titlesOf } from './tabla'

type Columns<C extends string> = Record<C, { otras?: readonly string[]; opcional?: true }>
/** `celda` returns the text of a column; blank where the file lacks it. */
export type ImportRow<C extends string> = { linea: number; celda: (columna: C) => string }

type Options<C extends string> = Omit<Lectura, 'titulos'> & {
  /** Transforms the file before its columns are looked for. */
  adapt?: (csv: Csv) => Csv
  /** Which rows are taken; unset: all. */
  counts?: (celda: ImportRow<C>['celda']) => boolean
}

/** The rows of a file from a person, in its order. Throws 400 for a file that cannot be read, lacks a column, or has no row that counts. */
export async function readImportRows<C extends string>(
  bytes: Uint8Array,
  columns: Columns<C>,
  { adapt = (csv) => csv, counts, ...lectura }: Options<C>,
): Promise<ImportRow<C>[]> {
  const rows: ImportRow<C>[] = []
  try {
    const csv = adapt(await readTabla(bytes, { ...lectura, titulos: titlesOf(columns) }))
    const sitio = findColumns(csv, columns)
    for await (const { linea, celdas } of paced(csv.filas)) {
      const celda = (columna: C) => celdas[sitio[columna]] ?? ''
      if (!counts || counts(celda)) rows.push({ linea, celda })
    }
  } catch (e) {
    throw e instanceof ErrorCsv ? entradaNoValida(e.message, 'archivo') : e
  }
  if (!rows.length)
    throw entradaNoValida('El archivo no tiene ninguna fila debajo de la cabecera.', 'archivo')
  return rows
}
