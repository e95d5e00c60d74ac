import { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** Why a file is no readable CSV; the message is in Spanish, for people. */
export class ErrorCsv extends Error {}

export type Csv = {
  /** Headings as written, trimmed. */
  cabecera: string[]
  /** Cells in the order of the headings, trimmed; a short line has fewer. `linea` counts from 1, headings included. */
  filas: { linea: number; celdas: string[] }[]
  separador: ',' | ';' | '\t'
}

const SEPARADORES = [';', '\t', ','] as const

/** Decodes UTF-8, UTF-16, or else Latin-1 as a Spanish Excel writes it. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Some programs write the UTF-8 byte order mark before text in another encoding.
    const marcado = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    return new TextDecoder('windows-1252').decode(marcado ? bytes.subarray(3) : bytes)
  }
}

/** The most frequent separator in the headings, outside of quotes. */
function separadorOf(text: string): Csv['separador'] {
  const header =
    text
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.replace(/"[^"]*"/g, '') ?? ''
  const veces = (s: string) => header.split(s).length - 1
  return SEPARADORES.reduce((mejor, s) => (veces(s) > veces(mejor) ? s : mejor))
}

/** Bytes that are parsed in one go; in between the event loop serves other calls. */
const CHUNK = 32_768

async function* chunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += CHUNK) {
    yield bytes.subarray(i, i + CHUNK)
    await breathe()
  }
}

/** Characters that no text contains: control characters other than tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_ES_TEXTO = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

const MESSAGES: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'hay unas comillas sin cerrar',
  CSV_INVALID_CLOSING_QUOTE: 'hay unas comillas fuera de lugar',
  CSV_MAX_RECORD_SIZE: 'la línea es demasiado larga',
}

/**
 * Read a CSV from a person: UTF-8, UTF-16 or Latin-1; comma, semicolon or tab. Blank lines are skipped. A long file is parsed in pieces, so
 * that other calls are served meanwhile. Throws ErrorCsv for a file that is no CSV or has more than `maxRows` lines of data.
 */
export async function readCsv(bytes: Uint8Array, maxRows: number): Promise<Csv> {
  const text = decode(bytes)
  if (NO_ES_TEXTO.test(text))
    throw new ErrorCsv('El archivo no es un CSV. Guárdalo desde Excel como «CSV (delimitado por comas)».')
  const separador = separadorOf(text)
  type Registro = { record: string[]; info: { lines: number } }
  const registros: Registro[] = []
  const source = Readable.from(chunks(text))
  try {
    const lector = source.pipe(
      parse({
        bom: true,
        delimiter: separador,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        trim: true,
        info: true,
        max_record_size: 100_000,
      }),
    )
    for await (const r of lector as AsyncIterable<Registro>) {
      if (r.record.some((c) => c !== '')) registros.push(r)
      // The headings, plus one line more than allowed.
      if (registros.length > maxRows + 1) break
    }
  } catch (e) {
    if (!(e instanceof CsvError)) throw e
    const linea = (e as unknown as { lines?: number }).lines
    throw new ErrorCsv(
      `El CSV no se puede leer: ${MESSAGES[e.code] ?? 'está mal formado'}${linea ? ` (línea ${linea})` : ''}.`,
    )
  } finally {
    source.destroy()
  }
  const [header, ...data] = registros
  if (!header) throw new ErrorCsv('El archivo está vacío.')
  if (data.length > maxRows)
    throw new ErrorCsv(`El archivo tiene más de ${maxRows.toLocaleString('es')} filas. Divídelo en varios.`)
  return {
    cabecera: header.record,
    filas: data.map(({ record, info }) => ({ linea: info.lines, celdas: record })),
    separador,
  }
}

/** A heading without case, accents or surrounding blanks: `Código ` becomes `codigo`. */
export const simplify = (title: string) => title.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** Index of each column, found by its heading or an alias; ErrorCsv names the missing and duplicate ones. */
export function findColumns<N extends string>(
  csv: Csv,
  columns: Record<N, { otras?: readonly string[]; opcional?: true }>,
): Record<N, number> {
  const titles = csv.cabecera.map(simplify)
  const nombres = Object.keys(columns) as N[]
  const salida = {} as Record<N, number>
  for (const nombre of nombres) {
    const valen = new Set([nombre, ...(columns[nombre].otras ?? [])].map(simplify))
    const sitios = titles.flatMap((t, i) => (valen.has(t) ? [i] : []))
    if (sitios.length > 1) throw new ErrorCsv(`La columna ${nombre} está repetida.`)
    salida[nombre] = sitios[0] ?? -1
  }
  const faltan = nombres.filter((n) => salida[n] < 0 && !columns[n].opcional)
  if (faltan.length)
    throw new ErrorCsv(
      `${faltan.length === 1 ? 'Falta la columna' : 'Faltan las columnas'} ${faltan.join(', ')}. La primera línea debe decir: ${nombres.join(csv.separador === '\t' ? ' ⇥ ' : `${csv.separador} `)}.`,
    )
  return salida
}
