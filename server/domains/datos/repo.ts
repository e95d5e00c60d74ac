import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Conjunto, DIAS_CURSOR } from '#contract/valores/datos'
import type { Db } from '../../platform/db/client'
import { type Cursor, cursorCaducado } from './cursor'

export type Row = Record<string, unknown>
/** A column, and its type in the words of PostgreSQL. */
export type DatoColumn = { name: string; type: string }

type Set = {
  /** Columns that name a row, in the order that rows are read in, with their types. */
  key: readonly (readonly [name: string, type: 'bigint' | 'timestamptz'])[]
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

export async function listColumns(db: Db, conjunto: Conjunto): Promise<DatoColumn[]> {
  const { rows } = await sql<DatoColumn>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${`bi.${conjunto}`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(
    db,
  )
  return rows
}

const viewOf = (c: Conjunto) => sql.table(`bi.${c}`)
const col = (name: string, of = 'v') => sql.ref(`${of}.${name}`)
const ofEmpresa = (empresa: number | null, of = 'v') =>
  empresa === null ? sql`true` : sql`${col('empresa_id', of)} = ${empresa}`

export const queryAll = (conjunto: Conjunto, empresa: number | null): RawBuilder<Row> =>
  sql<Row>`select v.* from ${viewOf(conjunto)} v where ${ofEmpresa(empresa)} order by 1, 3`

/** What the transaction of `foto` sees, and the identity of its database. A replica does not say what is under way: its horizon is the oldest. */
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
  return sql`select l.xid, l.id, l.n, l.t, l.empresa_id from dato_cambio l where l.conjunto = ${conjunto} and ${unseen(visto)}`
}

const isRow = (s: Set, c = 'c') =>
  s.t === null
    ? sql`${col(s.n)} = ${col('n', c)}`
    : sql`${col(s.n)} = ${col('n', c)} and ${col(s.t)} = ${col('t', c)}`

const keyOf = (s: Set) => sql.join(s.key.map(([name]) => col(name)))
const valuesOf = (s: Set, key: readonly string[]) =>
  sql.join(s.key.map(([, type], i) => sql`${key[i] ?? null}::${sql.raw(type)}`))

/**
 * The rows of a first reading from where the cursor stands, and the cursor after them. Those that have changed since it began are left out: they
 * come with the changes.
 */
export async function queryFirst(foto: Db, c: Cursor, limite: number) {
  const conjunto = c.conjunto as Incremental
  const s = SETS[conjunto]
  const where = sql`${ofEmpresa(c.empresa)}
    and ${c.desde ? sql`${col(s.time)} >= ${c.desde}::timestamptz` : sql`true`}
    and ${c.clave ? sql`(${keyOf(s)}) > (${valuesOf(s, c.clave)})` : sql`true`}
    and ${c.clave ? sql`not exists (select from (${changesOf(conjunto, c.visto)}) c where ${isRow(s)})` : sql`true`}`
  const texts = sql.join(s.key.map(([name]) => sql`${col(name)}::text`))
  const { rows } = await sql<{ key: string[]; more: boolean }>`
    select array[${texts}] as key from ${viewOf(conjunto)} v where ${where}
    order by ${keyOf(s)} offset ${limite - 1} limit 2`.execute(foto)
  const last = rows.length > 1 ? (rows[0]?.key ?? null) : null
  const query = sql<Row>`
    select v.*, false as eliminado from ${viewOf(conjunto)} v
    where ${where} and ${last ? sql`(${keyOf(s)}) <= (${valuesOf(s, last)})` : sql`true`} order by ${keyOf(s)}`
  return { query, next: { ...c, clave: last } }
}

/** The rows that changed since the cursor, those that are gone by their keys, and the cursor after them. */
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
    select id::text as id from (${list}) c order by c.id offset ${limite - 1} limit 2`.execute(foto)
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
  const query = sql<Row>`
    select ${sql.join(fields)}, v.empresa_id is null as eliminado from (${list}) c ${found}
    where ${last ? sql`c.id <= ${last}::bigint` : sql`true`} order by c.id`
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
