import { createSlots } from '../http/slots'
import { createChildProcess, ErrorContenido, type Limites } from '../process/child-process'
import { type Csv, ErrorCsv, simplify } from './csv'

/** Each file is read in its own child process, with its own memory. */
const A_LA_VEZ = 2
const LIMITES: Limites = { ms: 30_000, objetosMb: 512, bytes: 900 << 20, atOnce: A_LA_VEZ }

/** Excel files are zip archives, which begin with these bytes. */
export const isHoja = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** How a file of rows is to be read. */
export type Lectura = {
  /** Maximum number of data rows; a file with more is refused. */
  maxFilas: number
  /** Possible headings of its columns. */
  titulos: readonly string[]
  /** Aborted when the caller no longer waits. */
  corte?: AbortSignal
}

/** Rows searched for the headings: a row of groups may come before them. */
const FILAS_DE_TITULOS = 3

type Row = Csv['filas'][number]

/** Index of the row, among the first ones, with the most of the expected titles; the first row where none has any. */
function headerOf(rows: readonly Row[], titulos: ReadonlySet<string>): number {
  const hallados = rows
    .filter((f) => f.linea <= FILAS_DE_TITULOS)
    .map((f) => f.celdas.filter((c) => titulos.has(simplify(c))).length)
  return Math.max(0, hallados.indexOf(Math.max(...hallados)))
}

const takePlaza = createSlots(5)

/**
 * The first sheet of an Excel workbook from a person, in the form of a CSV. Throws ErrorCsv for a file that cannot be read or has more than
 * `maxFilas` data rows, 429 where too many files are being read, and another error for a failure of the server.
 */
export async function readHoja(
  bytes: Uint8Array,
  { maxFilas, titulos, corte }: Lectura,
  limites = LIMITES,
): Promise<Csv> {
  const leavePlaza = takePlaza([
    { clave: 'libro', max: A_LA_VEZ, mensaje: 'Se están leyendo otros Excel. Espera unos segundos.' },
  ])
  const childProcess = createChildProcess<Uint8Array, Row[]>('libro', limites)
  let rows: Row[]
  try {
    rows = (await childProcess.read(bytes, corte ?? new AbortController().signal)).flat()
  } catch (e) {
    // A caller that has disconnected reads no answer.
    if (!(e instanceof ErrorContenido) && !corte?.aborted) throw e
    throw new ErrorCsv('El Excel no se puede leer. Guárdalo otra vez como .xlsx, o como CSV.')
  } finally {
    await childProcess.stop()
    leavePlaza()
  }
  const at = headerOf(rows, new Set(titulos.map(simplify)))
  const header = rows[at]
  if (!header) throw new ErrorCsv('El archivo está vacío.')
  const filas = rows.slice(at + 1)
  if (filas.length > maxFilas)
    throw new ErrorCsv(`El archivo tiene más de ${maxFilas.toLocaleString('es')} filas. Divídelo en varios.`)
  return { cabecera: header.celdas, filas, separador: ';' }
}
