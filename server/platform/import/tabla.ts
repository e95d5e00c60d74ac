import { type Csv, readCsv } from './csv'
import { isHoja, type Lectura, readHoja } from './hoja'

/** All names that columns may have. */
export const titlesOf = (columns: Record<string, { otras?: readonly string[] }>): string[] =>
  Object.entries(columns).flatMap(([nombre, c]) => [nombre, ...(c.otras ?? [])])

/** The rows of a file from a person: a CSV, or the first sheet of an Excel workbook. Throws ErrorCsv for any other. */
export const readTabla = (bytes: Uint8Array, lectura: Lectura): Promise<Csv> =>
  isHoja(bytes) ? readHoja(bytes, lectura) : readCsv(bytes, lectura.maxFilas)
