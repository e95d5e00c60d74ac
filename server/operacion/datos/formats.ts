import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { csvCell } from '#contract/values/csv'
import type { DatoColumn } from './columns'

type Row = Record<string, unknown>
/** JSON lines, in batches. */
export type Lines = AsyncIterable<string>

const parseLines = (lines: string): Row[] => JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`)

async function* csv(lines: Lines, columns: readonly DatoColumn[]): AsyncGenerator<string> {
  yield `${columns.map((c) => c.name).join(',')}\r\n`
  for await (const some of lines)
    yield parseLines(some)
      .map((r) => `${columns.map((c) => csvCell(r[c.name])).join(',')}\r\n`)
      .join('')
}

/** Characters per row group: one group is held in memory and written at once. */
const GROUP_LENGTH = 1_000_000

const PARQUET = {
  boolean: { type: 'BOOLEAN' },
  smallint: { type: 'INT32' },
  integer: { type: 'INT32' },
  bigint: { type: 'INT64' },
  'double precision': { type: 'DOUBLE' },
  // Both, for old readers and new: by the first alone some take it for a time without a zone.
  'timestamp with time zone': {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const

const elementOf = ({ name, type }: DatoColumn) => {
  const element = PARQUET[type as keyof typeof PARQUET]
  if (!element) throw new Error(`column ${name}: no Parquet type for ${type}`)
  return { name, repetition_type: 'OPTIONAL' as const, ...element }
}

const parquetValue = (value: unknown, type: string) => {
  if (value === null || value === undefined) return null
  if (type === 'bigint') return BigInt(value as number)
  return type === 'timestamp with time zone' ? new Date(value as string) : value
}

/** Bytes written since the last call. */
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes().slice())
  writer.index = 0
  return bytes
}

async function* parquet(lines: Lines, columns: readonly DatoColumn[]): AsyncGenerator<Buffer> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'retorna',
  })
  let held: Row[] = []
  let length = 0
  const write = async () => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: held.map((r) => parquetValue(r[name], type)),
    }))
    await file.write({ columnData, rowGroupSize: held.length })
    held = []
    length = 0
    return take(writer)
  }
  for await (const some of lines) {
    for (const row of parseLines(some)) held.push(row)
    length += some.length
    if (length >= GROUP_LENGTH) yield await write()
  }
  if (held.length) yield await write()
  await file.finish()
  yield take(writer)
}

/** Each writes a file from JSON lines while they arrive. */
export const WRITERS = { csv, parquet }
