import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import type pg from 'pg'
import type { Conjunto, FormatoDatos } from '#contract/operacion/datos/values'
import { EMPRESA } from '../planta'

/** How many rows there are, and the sum of what their keys hash to, whatever their order. */
export type Claves = { filas: number; suma: bigint }

/** The columns that identify a row; the second one, where it is a moment, in ms. */
const KEYS: Record<Conjunto, readonly string[]> = {
  contenedores: ['contenedor_id'],
  estancias: ['contenedor_id', 'oido_desde'],
  eventos: ['evento_id', 'tiempo'],
  incidencias: ['incidencia_id'],
  visitas: ['contenedor_id', 'desde'],
  previsiones: ['serie_id', 'emitida'],
}

/** What was written, as the view of the set has it. */
export async function readWritten(pool: pg.Pool, conjunto: Conjunto): Promise<Claves> {
  const [n, t] = KEYS[conjunto]
  const key = t
    ? `${n}::text || ' ' || to_char(${t} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `${n}::text`
  const { rows } = await pool.query<{ filas: number; suma: string }>(
    `select count(*)::int as filas, coalesce(sum(('x' || substr(md5(${key}), 1, 12))::bit(48)::bigint), 0)::text as suma
     from bi.${conjunto} where empresa_id = $1`,
    [EMPRESA],
  )
  return { filas: rows[0]?.filas ?? 0, suma: BigInt(rows[0]?.suma ?? 0) }
}

type Row = Record<string, unknown>

async function* rowsOf(file: string, formato: FormatoDatos, columns: readonly string[]): AsyncGenerator<Row> {
  if (formato === 'csv') yield* createReadStream(file).pipe(parse({ columns: true }))
  else if (formato === 'ndjson')
    for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line)
  else yield* await parquetReadObjects({ file: await asyncBufferFromFile(file), columns: [...columns] })
}

/** What a file holds. */
export async function readFileKeys(file: string, formato: FormatoDatos, conjunto: Conjunto): Promise<Claves> {
  const columns = KEYS[conjunto]
  const all: Claves = { filas: 0, suma: 0n }
  for await (const row of rowsOf(file, formato, columns)) {
    const key = columns.map((c) => (row[c] instanceof Date ? row[c].toISOString() : String(row[c]))).join(' ')
    all.filas++
    all.suma += BigInt(`0x${createHash('md5').update(key).digest('hex').slice(0, 12)}`)
  }
  return all
}
