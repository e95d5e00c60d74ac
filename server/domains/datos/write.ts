import type { FormatoDatos } from '#contract/valores/datos'
import { filterThrough } from '../../platform/process/filter'
import type { DatoColumn } from './columns'

/** Lines of JSON, one or more in a text. */
type Lines = AsyncIterable<readonly string[]>

/** The most that one file may take in its own process: a row group, and what is made of it. */
const OBJETOS_MB = 64

async function* joined(lines: Lines): AsyncGenerator<string> {
  for await (const some of lines) if (some.length) yield some.join('')
}

/** An empty line says that there are no more: it does not come where reading fails. */
async function* ended(lines: Lines): AsyncGenerator<string> {
  yield* joined(lines)
  yield '\n'
}

/** A set as a file, written as its lines come. Lines are sent as the database made them; other files are made of them in a process of their own. */
export const writeFile = (
  formato: FormatoDatos,
  lines: Lines,
  columns: readonly DatoColumn[],
): AsyncGenerator<string | Buffer> =>
  formato === 'ndjson'
    ? joined(lines)
    : filterThrough('datos', OBJETOS_MB, JSON.stringify({ formato, columns }), ended(lines))
