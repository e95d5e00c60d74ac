import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Conjunto, DIAS_CURSOR } from '#contract/operacion/datos/values'
import type { Db } from '../../platform/db/client'
import { changesOf, readSnapshot, reviewSnapshot } from './changes/repo-changes'
import type { DatoColumn } from './columns'
import type { Cursor } from './cursor'

/** Columns of a row's key, in the order in which rows are read, with their types. */
type Key = readonly (readonly [name: string, type: 'bigint' | 'timestamptz'])[]

type Set = {
  key: Key
  /** `n`: the column whose number a change names. `t`: the time column, if one number has several rows. */
  n: string
  t: string | null
  /** The time column of a row; null: rows are of now. */
  time: string | null
}

const SETS: Record<Conjunto, Set> = {
  contenedores: { key: [['contenedor_id', 'bigint']], n: 'contenedor_id', t: null, time: null },
  estancias: {
    key: [
      ['contenedor_id', 'bigint'],
      ['oido_desde', 'timestamptz'],
    ],
    n: 'contenedor_id',
    t: 'oido_desde',
    time: 'desde',
  },
  eventos: { key: [['tiempo', 'timestamptz']], n: 'evento_id', t: 'tiempo', time: 'tiempo' },
  incidencias: { key: [['incidencia_id', 'bigint']], n: 'incidencia_id', t: null, time: 'desde' },
  visitas: {
    key: [
      ['contenedor_id', 'bigint'],
      ['desde', 'timestamptz'],
    ],
    n: 'contenedor_id',
    t: 'desde',
    time: 'desde',
  },
  previsiones: {
    key: [
      ['serie_id', 'bigint'],
      ['emitida', 'timestamptz'],
    ],
    n: 'serie_id',
    t: 'emitida',
    time: 'emitida',
  },
}

/** Column of every set: whether the row was deleted. */
export const ELIMINADO: DatoColumn = { name: 'eliminado', type: 'boolean' }

export async function listColumns(db: Db, conjunto: Conjunto): Promise<DatoColumn[]> {
  const { rows } = await sql<DatoColumn>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`bi.${conjunto}`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(
    db,
  )
  return rows
}

/** A value in JSON: instants in UTC with milliseconds; infinite instants and NaN become null. */
function jsonValue({ name, type }: DatoColumn) {
  const value = col(name)
  if (type === 'timestamp with time zone')
    return sql`case when isfinite(${value}) then to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`
  if (type === 'double precision') return sql`case when abs(${value}) < 'Infinity' then ${value} end`
  return value
}

/** The database formats the JSON lines, and this process passes them on. `rows` has these columns. */
const jsonOf = (columns: readonly DatoColumn[]) =>
  sql`row_to_json((select x from (select ${sql.join(
    columns.map((c) => sql`${jsonValue(c)} as ${sql.ref(c.name)}`),
  )}) x))::text`

const viewOf = (c: Conjunto) => sql.table(`bi.${c}`)
const col = (name: string, of = 'v') => sql.ref(`${of}.${name}`)
const ofEmpresa = (empresa: number | null, of = 'v') =>
  empresa === null ? sql`true` : sql`${col('empresa_id', of)} = ${empresa}`

const isRow = (s: Set, c = 'c') =>
  s.t === null
    ? sql`${col(s.n)} = ${col('n', c)}`
    : sql`${col(s.n)} = ${col('n', c)} and ${col(s.t)} = ${col('t', c)}`

const keyOf = (key: Key) => sql.join(key.map(([name]) => col(name)))
const valuesOf = (key: Key, values: readonly string[]) =>
  sql.join(key.map(([, type], i) => sql`${values[i] ?? null}::${sql.raw(type)}`))

/** Keys of a set in the order of an index; `en`: a moment that is not before the row's time, for filtering. */
const KEYS: Record<Conjunto, RawBuilder<unknown>> = {
  contenedores: sql`select empresa_id, id as contenedor_id from dispositivo where tipo <> 'Reader'`,
  estancias: sql`
    select empresa_id, dispositivo_id as contenedor_id, desde as oido_desde, hasta as en from estancia
    union all select empresa_id, dispositivo_id, lector_desde, 'infinity' from dispositivo_estado where lector_desde is not null`,
  eventos: sql`select empresa_id, tiempo, tiempo as en from evento`,
  incidencias: sql`select empresa_id, id as incidencia_id, tiempo as en from incidencia`,
  visitas: sql`select empresa_id, dispositivo_id as contenedor_id, desde, desde as en from visita`,
  previsiones: sql`
    select s.empresa_id, p.serie_id, p.emitida, p.emitida as en from prevision p join prevision_serie s on s.id = p.serie_id`,
}

/** Keys whose rows are read, formatted and sent at once. Each read is planned, which takes as long as reading 300 containers. */
const AT_ONCE = 1000

/** Part of a set in one answer: rows of a company after one key and up to another; null: from the beginning, to the end. */
export type Part = {
  conjunto: Conjunto
  key: Key
  empresa: number | null
  desde: string | null
  /** Condition on the rows of the part. */
  where: RawBuilder<unknown>
  from: string[] | null
  last: string[] | null
}

const within = ({ key, from, last, empresa }: Part) => sql`
  ${ofEmpresa(empresa)} and ${from ? sql`(${keyOf(key)}) > (${valuesOf(key, from)})` : sql`true`}
  and ${last ? sql`(${keyOf(key)}) <= (${valuesOf(key, last)})` : sql`true`}`

/** The key that ends a part after this many rows; null: it has no more than those. */
async function findKey(db: Db, part: Part, keys: number): Promise<string[] | null> {
  const texts = sql.join(part.key.map(([name]) => sql`${col(name)}::text`))
  const { rows } = await sql<{ key: string[] }>`
    select array[${texts}] as key from (${KEYS[part.conjunto]}) v
    where ${within(part)} and ${part.desde ? sql`v.en >= ${part.desde}::timestamptz` : sql`true`}
    order by ${keyOf(part.key)} offset ${keys - 1} limit 2`.execute(db)
  return rows.length > 1 ? (rows[0]?.key ?? null) : null
}

/**
 * The next part of a first reading, from the cursor on, and the following cursor. Rows that changed since the reading began are left out,
 * because they come with the changes. So it does not matter when a row is read. Containers are all told, though most of them change
 * meanwhile: who reads no further has them whole.
 */
export async function findPart(db: Db, c: Cursor, limite: number): Promise<{ part: Part; next: Cursor }> {
  const { conjunto } = c
  const s = SETS[conjunto]
  const desde = s.time === null ? null : c.desde
  const where =
    s.time === null
      ? sql`true`
      : sql`${desde ? sql`${col(s.time)} >= ${desde}::timestamptz` : sql`true`}
        and not exists (select from (${changesOf(conjunto, c.visto)}) c where ${isRow(s)})`
  const open = { conjunto, key: s.key, empresa: c.empresa, desde, where, from: c.clave, last: null }
  const last = await findKey(db, open, limite)
  return { part: { ...open, last }, next: { ...c, clave: last } }
}

/** The lines of a part, in small reads without an open transaction in between. */
export async function* readPart(
  db: Db,
  part: Part,
  columns: readonly DatoColumn[],
): AsyncGenerator<string[]> {
  for (let from = part.from; ; ) {
    const end = await findKey(db, { ...part, from }, AT_ONCE)
    const { rows } = await sql<{ lines: string | null }>`
      select string_agg(${jsonOf(columns)}, e'\\n') || e'\\n' as lines from (
        select v.*, false as eliminado from ${viewOf(part.conjunto)} v
        where ${within({ ...part, from, last: end ?? part.last })} and ${part.where} order by ${keyOf(part.key)}) v`.execute(
      db,
    )
    if (rows[0]?.lines) yield [rows[0].lines]
    if (!end) return
    from = end
  }
}

/** The most changes in one answer: each answer sorts them again, and holds its snapshot until the last one is sent. */
const MAX_CHANGES = 100_000

/**
 * JSON lines of the rows changed since the cursor, deleted ones with their key only, and the following cursor. A container that went to another
 * company is one change of both: it is gone from one before it is there in the other.
 */
export async function queryChanges(foto: Db, c: Cursor, limite: number, columns: readonly DatoColumn[]) {
  const { conjunto } = c
  const s = SETS[conjunto]
  const now = await readSnapshot(foto)
  reviewSnapshot(c.visto, now)
  const hasta = c.hasta ?? now
  const hastaMomento = c.hastaMomento ?? Date.now()
  const events = conjunto === 'eventos'
  const list = sql`
    select n, max(t) as t, empresa_id, max(id) as id from (${changesOf(conjunto, c.visto)}) l
    where pg_visible_in_snapshot(xid, ${hasta}::pg_snapshot) and ${events ? sql`true` : ofEmpresa(c.empresa, 'l')}
    group by n, ${s.t === null ? sql`empresa_id` : sql`t, empresa_id`} having max(id) > ${c.cambio}::bigint`
  const { rows } = await sql<{ id: string }>`
    select id::text as id from (${list}) c order by c.id offset ${Math.min(limite, MAX_CHANGES) - 1} limit 2`.execute(
    foto,
  )
  const last = rows.length > 1 ? (rows[0]?.id ?? null) : null
  const fields = columns.map(({ name }) => {
    if (name === s.n) return sql`coalesce(${col(name)}, c.n) as ${sql.ref(name)}`
    if (name === s.t) return sql`coalesce(${col(name)}, c.t) as ${sql.ref(name)}`
    if (name === 'empresa_id') return sql`coalesce(${col(name)}, c.empresa_id) as ${sql.ref(name)}`
    return col(name)
  })
  const view = viewOf(conjunto)
  // Events are never deleted singly: a missing event was removed with its month.
  const found = events
    ? sql`cross join lateral (select v.* from ${view} v where ${isRow(s)} and ${ofEmpresa(c.empresa)}) v`
    : sql`left join lateral (select v.* from ${view} v where ${isRow(s)} and v.empresa_id = c.empresa_id) v on true`
  const query = sql<{ line: string }>`
    select ${jsonOf([...columns, ELIMINADO])} as line from (
      select ${sql.join(fields)}, v.empresa_id is null as eliminado, c.id as change from (${list}) c ${found}
      where ${last ? sql`c.id <= ${last}::bigint` : sql`true`}) v
    order by change, eliminado desc`
  const next: Cursor = last
    ? { ...c, hasta, hastaMomento, cambio: last }
    : { ...c, visto: hasta, momento: hastaMomento, hasta: null, hastaMomento: null, cambio: '0' }
  return { query, next }
}

/** Deletes changes that are too old for any valid cursor. */
export async function removeChanges(pool: pg.Pool): Promise<void> {
  for (const table of ['dato_cambio', 'evento_lote'])
    await pool.query(`delete from ${table} where momento < now() - make_interval(days => $1)`, [DIAS_CURSOR])
}
