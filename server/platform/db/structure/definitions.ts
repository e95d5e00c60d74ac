import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ROOT } from '../../config/config'
import history from './definitions.json'

const FOLDER = join(ROOT, 'server/platform/db')

/** A function or a view of the schema, as in its file. A view of the schema `bi` is named with its schema, and includes its comments. */
export type Definition = {
  kind: 'function' | 'view'
  name: string
  sql: string
  /** Hash of its text without comment lines. */
  hash: string
}

const HEAD = {
  function: /^create or replace function (\w+)/m,
  view: /^create view ((?:bi\.)?\w+)/m,
} as const

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

const sinComments = (text: string) => text.replace(/^\s*--.*(\n|$)/gm, '')

/** Parse the definitions of a file. Each begins at the start of a line, after its comments, and ends where the next one begins. */
export function parseDefinitions(kind: Definition['kind'], text: string): Definition[] {
  return text
    .split(new RegExp(`^(?=${kind === 'view' ? 'create view ' : 'create or replace function '})`, 'm'))
    .flatMap((part) => {
      // Comments after the last word belong to the next definition.
      const sql = part.replace(/(\n\s*--.*|\s)*$/, '')
      const name = HEAD[kind].exec(sql)?.[1]
      return name ? [{ kind, name, sql, hash: hashOf(sinComments(sql)) }] : []
    })
}

/** Sort views after the views that they read. */
export function inOrder(views: readonly Definition[]): Definition[] {
  const reads = (a: Definition, b: Definition) => a !== b && new RegExp(`\\b${b.name}\\b`).test(a.sql)
  const order: Definition[] = []
  for (let left = [...views]; left.length; ) {
    const free = left.filter((a) => !left.some((b) => reads(a, b)))
    if (!free.length) throw new Error(`views read each other: ${left.map((v) => v.name).join(', ')}`)
    order.push(...free)
    left = left.filter((v) => !free.includes(v))
  }
  return order
}

/** All functions, and all views in an order in which they can be created. */
export function readDefinitions(folder = FOLDER): Definition[] {
  const read = (kind: Definition['kind']) =>
    readdirSync(join(folder, `${kind}s`))
      .filter((f) => f.endsWith('.sql'))
      .sort()
      .flatMap((f) => parseDefinitions(kind, readFileSync(join(folder, `${kind}s`, f), 'utf8')))
  return [...read('function'), ...inOrder(read('view'))]
}

/** One hash of all definitions, independent of their order. */
export const hashOfAll = (all: readonly Pick<Definition, 'name' | 'hash'>[]): string =>
  hashOf(
    all
      .map((d) => `${d.name} ${d.hash}`)
      .sort()
      .join('\n'),
  )

/**
 * Hashes of all definitions, one for each time that they changed, the oldest first, the present one last. The length tells which of two
 * versions is later.
 */
export const HISTORY: readonly string[] = history

/**
 * Create functions that the database lacks, before the migrations: triggers of new tables may need them. Their bodies are not checked,
 * since they may use tables that do not exist yet; they are not called yet.
 */
export async function addMissingFunctions(client: pg.ClientBase, all: readonly Definition[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace",
  )
  const there = new Set(rows.map((r) => r.name))
  const missing = all.filter((d) => d.kind === 'function' && !there.has(d.name))
  if (!missing.length) return
  await client.query("select set_config('check_function_bodies', 'off', false)")
  for (const d of missing) await client.query(d.sql)
  await client.query("select set_config('check_function_bodies', 'on', false)")
}

/** Views that depend on these, directly or not, and are none of them; the nearest first. */
async function listReaders(client: pg.ClientBase, names: string[]) {
  const { rows } = await client.query<{ name: string; sql: string }>(
    `with recursive lee as (
       select oid, 0 as lejos from pg_class
       where relnamespace::regnamespace::text in ('public', 'bi') and relkind = 'v' and oid::regclass::text = any($1)
       union
       select r.ev_class, l.lejos + 1 from lee l join pg_depend d on d.refobjid = l.oid and d.classid = 'pg_rewrite'::regclass
       join pg_rewrite r on r.oid = d.objid and r.ev_class <> l.oid
     )
     select c.oid::regclass::text as name, format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as sql
     from lee l join pg_class c on c.oid = l.oid where c.oid::regclass::text <> all($1) group by c.oid order by max(l.lejos)`,
    [names],
  )
  return rows
}

/** Recreate these views, and the views that depend on them. */
async function replaceViews(
  client: pg.ClientBase,
  views: readonly Definition[],
  changed: ReadonlySet<string>,
) {
  const direct = views.filter((v) => changed.has(v.name))
  const readers = await listReaders(
    client,
    direct.map((v) => v.name),
  )
  const anew = views.filter((v) => changed.has(v.name) || readers.some((r) => r.name === v.name))
  // Dependent views that are not part of this version are recreated unchanged.
  const others = readers.filter((r) => !anew.some((v) => v.name === r.name))
  for (const { name } of [...anew, ...others].reverse()) await client.query(`drop view if exists ${name}`)
  for (const { sql } of [...anew, ...others]) await client.query(sql)
}

/**
 * Bring functions and views up to date: those whose text changed, and views that depend on them. A database with definitions of a later
 * version keeps those.
 * @param version number of times that they changed: the length of `HISTORY`
 */
export async function applyDefinitions(
  client: pg.ClientBase,
  all: readonly Definition[],
  version = HISTORY.length,
): Promise<void> {
  await client.query(
    'create table if not exists definicion (nombre text primary key, huella text not null, version int not null)',
  )
  const { rows } = await client.query<{ name: string; hash: string; version: number }>(
    'select nombre as name, huella as hash, version from definicion',
  )
  const there = rows[0]?.version ?? 0
  if (there > version || (there === version && hashOfAll(rows) === hashOfAll(all))) return
  const old = new Map(rows.map((r) => [r.name, r.hash]))
  const changed = new Set(all.filter((d) => old.get(d.name) !== d.hash).map((d) => d.name))
  for (const d of all) if (d.kind === 'function' && changed.has(d.name)) await client.query(d.sql)
  await replaceViews(
    client,
    all.filter((d) => d.kind === 'view'),
    changed,
  )
  await client.query('delete from definicion')
  await client.query(
    'insert into definicion (nombre, huella, version) select *, $3::int from unnest($1::text[], $2::text[])',
    [all.map((d) => d.name), all.map((d) => d.hash), version],
  )
}
