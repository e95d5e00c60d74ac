import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Conjunto, DIAS_CURSOR } from '#contract/valores/datos'
import type { Db } from '../../platform/db/client'
import type { DatoColumn } from './columns'
import { type Cursor, cursorCaducado } from './cursor'

/** Columns that name a row, in the order that rows are read in, with their types. */
type Key = readonly (readonly [name: string, type: 'bigint' | 'timestamptz'])[]

type Set = {
  key: Key
  /** The column that changes name by number; and the one by moment, where one number has several rows. */
  n: string
  t: string | null
  /** When a row is of. */
  time: string
}

/** Sets whose changes are reported. */
const SETS: Record<Exclude<Conjunto, 'contenedores'>, Set> = {
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

export type Incremental = keyof typeof SETS
export const isIncremental = (c: Conjunto): c is Incremental => Object.hasOwn(SETS, c)

/** Of sets that have changes: whether the row is gone. */
export const ELIMINADO: DatoColumn = { name: 'eliminado', type: 'boolean' }

export async function listColumns(db: Db, conjunto: Conjunto): Promise<DatoColumn[]> {
  const { rows } = await sql<DatoColumn>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`bi.${conjunto}`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(
    db,
  )
  return rows
}

/** A value as JSON has it: instants in UTC to the millisecond; what is no instant of the calendar or no number is none. */
function jsonValue({ name, type }: DatoColumn) {
  const value = col(name)
  if (type === 'timestamp with time zone')
    return sql`case when isfinite(${value}) then to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`
  if (type === 'double precision') return sql`case when abs(${value}) < 'Infinity' then ${value} end`
  return value
}

/** Rows as lines of JSON are made by the database: this process passes them on. `rows` has these columns. */
const jsonOf = (columns: readonly DatoColumn[]) =>
  sql`row_to_json((select x from (select ${sql.join(
    columns.map((c) => sql`${jsonValue(c)} as ${sql.ref(c.name)}`),
  )}) x))::text`

const viewOf = (c: Conjunto) => sql.table(`bi.${c}`)
const col = (name: string, of = 'v') => sql.ref(`${of}.${name}`)
const ofEmpresa = (empresa: number | null, of = 'v') =>
  empresa === null ? sql`true` : sql`${col('empresa_id', of)} = ${empresa}`

/** What `foto` sees, and the identity of its database. A replica does not say what is under way: its horizon is the oldest. */
export async function readSnapshot(foto: Db): Promise<{ visto: string; base: string }> {
  const { rows } = await sql<{ visto: string; base: string }>`
    select case when pg_is_in_recovery() then x || ':' || x || ':' else pg_current_snapshot()::text end as visto,
      (select extract(epoch from min(aplicada))::text from migracion) as base
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as x) y`.execute(foto)
  return rows[0] as { visto: string; base: string }
}

const unseen = (visto: string) =>
  sql`l.xid >= pg_snapshot_xmin(${visto}::pg_snapshot) and not pg_visible_in_snapshot(l.xid, ${visto}::pg_snapshot)`

/** Changes that a snapshot did not see, each with its number in their order. */
function changesOf(conjunto: Incremental, visto: string): RawBuilder<unknown> {
  if (conjunto === 'eventos')
    return sql`select l.xid, l.id * 1000 + x.o as id, x.n::text as n, x.t, null::int as empresa_id
      from evento_lote l cross join lateral unnest(l.ids, l.tiempos) with ordinality as x(n, t, o) where ${unseen(visto)}`
  const own = sql`select l.xid, l.id, l.n, l.t, l.empresa_id from dato_cambio l where l.conjunto = ${conjunto} and ${unseen(visto)}`
  if (conjunto !== 'estancias') return own
  // Of stays that have ended since, their end is a change of its own.
  return sql`${own} union all
    select l.xid, l.id, e.dispositivo_id, e.lector_desde, e.empresa_id from dato_cambio l join dispositivo_estado e on e.lector_id = l.n
    where l.conjunto = 'traslados' and e.lector_desde is not null and ${unseen(visto)}`
}

const isRow = (s: Set, c = 'c') =>
  s.t === null
    ? sql`${col(s.n)} = ${col('n', c)}`
    : sql`${col(s.n)} = ${col('n', c)} and ${col(s.t)} = ${col('t', c)}`

const keyOf = (key: Key) => sql.join(key.map(([name]) => col(name)))
const valuesOf = (key: Key, values: readonly string[]) =>
  sql.join(key.map(([, type], i) => sql`${values[i] ?? null}::${sql.raw(type)}`))

const CONTENEDORES: Key = [['contenedor_id', 'bigint']]

/** The keys of a set, where an index has them in order; `en`: a moment that is not before its time. */
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

/** Keys whose rows are read, made lines of and sent at once. */
const AT_ONCE = 1_000

/** What an answer holds of a set: of a company, after a key and up to another, null: from the beginning, to the end. */
export type Part = {
  conjunto: Conjunto
  key: Key
  empresa: number | null
  desde: string | null
  /** Of its rows alone. */
  where: RawBuilder<unknown>
  from: string[] | null
  last: string[] | null
}

export const partOfContenedores = (empresa: number | null): Part => ({
  conjunto: 'contenedores',
  key: CONTENEDORES,
  empresa,
  desde: null,
  where: sql`true`,
  from: null,
  last: null,
})

const within = ({ key, from, last, empresa }: Part) => sql`
  ${ofEmpresa(empresa)} and ${from ? sql`(${keyOf(key)}) > (${valuesOf(key, from)})` : sql`true`}
  and ${last ? sql`(${keyOf(key)}) <= (${valuesOf(key, last)})` : sql`true`}`

/** The key up to which a part has so many; null: it has no more than those. */
async function findKey(db: Db, part: Part, keys: number): Promise<string[] | null> {
  const texts = sql.join(part.key.map(([name]) => sql`${col(name)}::text`))
  const { rows } = await sql<{ key: string[] }>`
    select array[${texts}] as key from (${KEYS[part.conjunto]}) v
    where ${within(part)} and ${part.desde ? sql`v.en >= ${part.desde}::timestamptz` : sql`true`}
    order by ${keyOf(part.key)} offset ${keys - 1} limit 2`.execute(db)
  return rows.length > 1 ? (rows[0]?.key ?? null) : null
}

/**
 * The part of a first reading that begins where the cursor stands, and the cursor after it. Rows that changed since the reading began are
 * left out: they come with the changes. So it does not matter when which row is read.
 */
export async function findPart(db: Db, c: Cursor, limite: number): Promise<{ part: Part; next: Cursor }> {
  const conjunto = c.conjunto as Incremental
  const s = SETS[conjunto]
  const where = sql`
    ${c.desde ? sql`${col(s.time)} >= ${c.desde}::timestamptz` : sql`true`}
    and not exists (select from (${changesOf(conjunto, c.visto)}) c where ${isRow(s)})`
  const open = { conjunto, key: s.key, empresa: c.empresa, desde: c.desde, where, from: c.clave, last: null }
  const last = await findKey(db, open, limite)
  return { part: { ...open, last }, next: { ...c, clave: last } }
}

/** The lines of a part, in small reads that hold nothing of the database between them. */
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

/** Changes of one answer at most: their order has to be found anew for each, and what they were read from is held until the last is sent. */
const MAX_CHANGES = 100_000

/** Lines of the rows that changed since the cursor, those that are gone by their keys, and the cursor after them. */
export async function queryChanges(foto: Db, c: Cursor, limite: number, columns: readonly DatoColumn[]) {
  const conjunto = c.conjunto as Incremental
  const s = SETS[conjunto]
  const now = await readSnapshot(foto)
  if (now.base !== c.base) throw cursorCaducado()
  const hasta = c.hasta ?? now.visto
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
  // Events are never taken back: one that is not there went with its month.
  const found = events
    ? sql`cross join lateral (select v.* from ${view} v where ${isRow(s)} and ${ofEmpresa(c.empresa)}) v`
    : sql`left join lateral (select v.* from ${view} v where ${isRow(s)} and v.empresa_id = c.empresa_id) v on true`
  const query = sql<{ line: string }>`
    select ${jsonOf([...columns, ELIMINADO])} as line from (
      select ${sql.join(fields)}, v.empresa_id is null as eliminado, c.id as change from (${list}) c ${found}
      where ${last ? sql`c.id <= ${last}::bigint` : sql`true`}) v
    order by change`
  const next: Cursor = last
    ? { ...c, hasta, cambio: last }
    : { ...c, visto: hasta, hasta: null, cambio: '0', momento: Date.now() }
  return { query, next }
}

/** Forget changes that no cursor can ask for any more. */
export async function removeChanges(pool: pg.Pool): Promise<void> {
  for (const table of ['dato_cambio', 'evento_lote'])
    await pool.query(`delete from ${table} where momento < now() - make_interval(days => $1)`, [DIAS_CURSOR])
}
