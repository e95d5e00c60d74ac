import type { FormatoDatos } from '#contract/operacion/datos/values'
import { filterThrough } from '../../platform/process/filter'
import type { DatoColumn } from './columns'

/** JSON lines, one or more per text. */
type Lines = AsyncIterable<readonly string[]>

/** Memory limit of the child process in MB: a row group, and what is made from it. */
const OBJETOS_MB = 40

async function* joined(lines: Lines): AsyncGenerator<string> {
  for await (const some of lines) if (some.length) yield some.join('')
}

/** Marks the end by an empty line, which is missing if reading fails. */
async function* ended(lines: Lines): AsyncGenerator<string> {
  yield* joined(lines)
  yield '\n'
}

/** Streams a set as a file. JSON lines are sent as the database formats them; other formats are made in a child process. */
export const writeFile = (
  formato: FormatoDatos,
  lines: Lines,
  columns: readonly DatoColumn[],
): AsyncGenerator<string | Buffer> =>
  formato === 'ndjson'
    ? joined(lines)
    : filterThrough('datos', OBJETOS_MB, JSON.stringify({ formato, columns }), ended(lines))
