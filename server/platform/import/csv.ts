import Papa from 'papaparse'
import { createPauses } from '../process/pauses'

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

/** Bytes and characters that are worked on in one go; in between the event loop serves other calls. */
const CHUNK = 32_768
/** The longest line, in characters. */
const MAX_LINE = 100_000
const MAX_COLUMNS = 200

/** Characters that no text contains: control characters other than tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_ES_TEXTO = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

const noEsCsv = () =>
  new ErrorCsv('El archivo no es un CSV. Guárdalo desde Excel como «CSV (delimitado por comas)».')
const ilegible = (why: string, linea: number) =>
  new ErrorCsv(`El CSV no se puede leer: ${why} (línea ${linea}).`)

type Pause = ReturnType<typeof createPauses>

/** Blanks between a separator and a cell in quotes: `a, "b, c"`. */
const BEFORE_QUOTES = /([;,\t\n]) {1,10}"(?!"[^;,\t\n])/g
/** The end of a piece, if what follows decides what it means. */
const UNDECIDED = /(?:\r|[;,\t\n] {0,10}"{0,2})$/

const tidy = (part: string) => part.replace(/\r\n?/g, '\n').replace(BEFORE_QUOTES, '$1"')

/** Text of these bytes with `\n` as the only line end; null where they are of another encoding. */
async function decodeAs(encoding: string, bytes: Uint8Array, pause: Pause): Promise<string | null> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let text = ''
  let held = ''
  for (let i = 0; i < bytes.length; i += CHUNK) {
    const last = i + CHUNK >= bytes.length
    let part: string
    try {
      part = held + decoder.decode(bytes.subarray(i, i + CHUNK), { stream: !last })
    } catch {
      return null
    }
    if (NO_ES_TEXTO.test(part)) throw noEsCsv()
    held = last ? '' : (UNDECIDED.exec(part)?.[0] ?? '')
    text += tidy(part.slice(0, part.length - held.length))
    await pause()
  }
  return text
}

/** Decodes UTF-8, UTF-16, or else Latin-1 as a Spanish Excel writes it. Throws ErrorCsv for what is no text. */
async function decode(bytes: Uint8Array, pause: Pause): Promise<string> {
  const [a, b, c] = bytes
  const wide = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  if (wide) return (await decodeAs(wide, bytes, pause)) as string
  // Some programs write the UTF-8 byte order mark before text in another encoding.
  const marked = a === 0xef && b === 0xbb && c === 0xbf
  const latin = () => decodeAs('windows-1252', marked ? bytes.subarray(3) : bytes, pause)
  return (await decodeAs('utf-8', bytes, pause)) ?? ((await latin()) as string)
}

/** The most frequent separator in the headings, outside of quotes. */
function separadorOf(text: string): Csv['separador'] {
  const header =
    text
      .slice(0, MAX_LINE)
      .trimStart()
      .split('\n', 1)[0]
      ?.replace(/"[^"]*"/g, '') ?? ''
  const veces = (s: string) => header.split(s).length - 1
  return SEPARADORES.reduce((mejor, s) => (veces(s) > veces(mejor) ? s : mejor))
}

const isBlank = (cells: readonly string[]) => cells.every((c) => c === '' || c.trim() === '')

/** Line ends within the cells of a row. */
const endsIn = (cells: readonly string[]) =>
  cells.reduce((n, c) => (c.includes('\n') ? n + c.split('\n').length - 1 : n), 0)

/**
 * Collects the rows that are not blank, until there are more than `maxRows`.
 * `take` takes the rows that were parsed next, of the first `given` characters of the text, and says whether more are wanted.
 */
function createRows(maxRows: number) {
  const rows: Csv['filas'] = []
  let line = 0
  function take({ data, errors, meta }: Papa.ParseResult<string[]>, given: number): boolean {
    const [error] = errors
    for (const [i, cells] of data.entries()) {
      if (error?.row === i)
        throw ilegible(
          error.code === 'MissingQuotes'
            ? 'hay unas comillas sin cerrar'
            : 'hay unas comillas fuera de lugar',
          line + 1,
        )
      line += 1 + endsIn(cells)
      if (isBlank(cells)) continue
      if (cells.reduce((n, c) => n + c.length, 0) > MAX_LINE)
        throw ilegible('la línea es demasiado larga', line)
      rows.push({ linea: line, celdas: cells.slice(0, MAX_COLUMNS).map((c) => c.trim()) })
      if (rows.length > maxRows) return false
    }
    // What has come of the next line, whose end is not in sight.
    if (given - meta.cursor > MAX_LINE + CHUNK) throw ilegible('la línea es demasiado larga', line + 1)
    return true
  }
  return { rows, take }
}

/** The rows of a text, up to one more than `maxRows`. */
function parseRows(text: string, delimiter: string, maxRows: number, pause: Pause): Promise<Csv['filas']> {
  const { rows, take } = createRows(maxRows)
  let given = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      chunkSize: CHUNK,
      chunk(parsed: Papa.ParseResult<string[]>, parser: Papa.Parser) {
        given += CHUNK
        try {
          if (!take(parsed, given)) return parser.abort()
        } catch (e) {
          reject(e)
          return parser.abort()
        }
        const turn = pause()
        if (!turn) return
        parser.pause()
        void turn.then(() => parser.resume())
      },
      complete: () => resolve(rows),
    })
  })
}

/**
 * Read a CSV from a person: UTF-8, UTF-16 or Latin-1; comma, semicolon or tab. Blank lines are skipped. A long file is parsed in pieces, so
 * that other calls are served meanwhile. Throws ErrorCsv for a file that is no CSV or has more than `maxRows` lines of data.
 */
export async function readCsv(bytes: Uint8Array, maxRows: number): Promise<Csv> {
  const pause = createPauses()
  const text = await decode(bytes, pause)
  const separador = separadorOf(text)
  // The headings, plus one line more than allowed.
  const [header, ...filas] = await parseRows(text, separador, maxRows + 1, pause)
  if (!header) throw new ErrorCsv('El archivo está vacío.')
  if (filas.length > maxRows)
    throw new ErrorCsv(`El archivo tiene más de ${maxRows.toLocaleString('es')} filas. Divídelo en varios.`)
  return { cabecera: header.celdas, filas, separador }
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
