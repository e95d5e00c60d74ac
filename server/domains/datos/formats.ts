import { setImmediate as giveWay } from 'node:timers/promises'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { FormatoDatos } from '#contract/valores/datos'
import type { DatoColumn, Row } from './repo'

type Rows = AsyncIterable<readonly Row[]>

/** Rows that are written at once: other calls go on between them. */
const AT_ONCE = 200

async function* inTurns(rows: Rows): AsyncGenerator<readonly Row[]> {
  for await (const some of rows)
    for (let i = 0; i < some.length; i += AT_ONCE) {
      yield some.slice(i, i + AT_ONCE)
      await giveWay()
    }
}

async function* ndjson(rows: Rows, columns: readonly DatoColumn[]): AsyncGenerator<string> {
  for await (const some of inTurns(rows))
    yield `${some.map((r) => JSON.stringify(Object.fromEntries(columns.map((c) => [c.name, plain(r[c.name])])))).join('\n')}\n`
}

/** A value as JSON has it; what is no instant of the calendar (infinity) is none. */
const plain = (v: unknown) =>
  v === Number.POSITIVE_INFINITY || v === Number.NEGATIVE_INFINITY ? null : (v ?? null)

/** A cell of RFC 4180. A text that a spreadsheet would take for a formula has an apostrophe before it. */
function cell(v: unknown): string {
  const value = plain(v)
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* csv(rows: Rows, columns: readonly DatoColumn[]): AsyncGenerator<string> {
  yield `${columns.map((c) => c.name).join(',')}\r\n`
  for await (const some of inTurns(rows))
    yield some.map((r) => `${columns.map((c) => cell(r[c.name])).join(',')}\r\n`).join('')
}

/** Rows of a row group: one is held at a time, and is written at once. */
const GROUP_ROWS = 2_000

const PARQUET = {
  boolean: { type: 'BOOLEAN' },
  smallint: { type: 'INT32' },
  integer: { type: 'INT32' },
  bigint: { type: 'INT64' },
  'double precision': { type: 'DOUBLE' },
  'timestamp with time zone': { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const

const elementOf = ({ name, type }: DatoColumn) => {
  const element = PARQUET[type as keyof typeof PARQUET]
  if (!element) throw new Error(`column ${name}: no Parquet type for ${type}`)
  return { name, repetition_type: 'OPTIONAL' as const, ...element }
}

const parquetValue = (v: unknown, type: string) => {
  const value = plain(v)
  return type === 'bigint' && value !== null ? BigInt(value as number) : value
}

/** What was written since it was last taken. */
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes().slice())
  writer.index = 0
  return bytes
}

async function* parquet(rows: Rows, columns: readonly DatoColumn[]): AsyncGenerator<Buffer> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'retorna',
  })
  let held: Row[] = []
  const write = async () => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: held.map((r) => parquetValue(r[name], type)),
    }))
    await file.write({ columnData, rowGroupSize: GROUP_ROWS })
    held = []
    return take(writer)
  }
  for await (const some of rows) {
    held.push(...some)
    if (held.length >= GROUP_ROWS) {
      yield await write()
      await giveWay()
    }
  }
  if (held.length) yield await write()
  await file.finish()
  yield take(writer)
}

const WRITERS = { ndjson, csv, parquet }

/** A set as a file, written as its rows come. */
export const writeRows = (
  formato: FormatoDatos,
  rows: Rows,
  columns: readonly DatoColumn[],
): AsyncGenerator<string | Buffer> => WRITERS[formato](rows, columns)
