import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ROOT } from '../config/config'
import { ErrorStartup } from '../config/startup-errors'
import { LOCKS } from './locks'
import { addBaseline, BEFORE_BASELINE } from './structure/baseline'
import {
  addMissingFunctions,
  applyDefinitions,
  type Definition,
  readDefinitions,
} from './structure/definitions'

const FOLDER = join(ROOT, 'server/platform/db/migrations')
const VERSION_MINIMA = 150_000
/** A migration that waits for a table blocks all later queries on it: after this time it gives up the wait, and retries. */
const ESPERA_TABLA_MS = 500
const REINTENTO_MS = 2000
const INTENTOS = 240
const OCUPADA = '55P03'

export const listArchivosMigration = (carpeta = FOLDER) =>
  readdirSync(carpeta)
    .filter((f) => f.endsWith('.sql'))
    .sort()

/**
 * The migration that a program must know to work once this one is applied; null where this one takes nothing away. It is named in the first
 * line: `-- contrae: 20261201000000_name.sql` removes what that one made unnecessary.
 */
export const requiresOf = (text: string): string | null => /^-- contrae: (\S+)/.exec(text)?.[1] ?? null

/** Only one process at a time migrates the schema. Held until the connection ends or releases it. */
export async function lockSchema(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCKS.migrations])
}

type Applied = { nombre: string; exige: string | null }

/** The applied migrations. */
async function listApplied(client: pg.ClientBase): Promise<Applied[]> {
  await client.query(
    `create table if not exists migracion (
      nombre text primary key,
      aplicada timestamptz not null default now(),
      -- The change that a program must know to work beside this one; null: none.
      exige text
    )`,
  )
  const { rows } = await client.query<Applied>('select nombre, exige from migracion order by nombre')
  return rows
}

/** Migrations of a later version do no harm, except those that took away what this version still uses. */
function checkPosteriores(puestas: Applied[], archivos: string[]): void {
  const faltan = puestas
    .filter((p) => !archivos.includes(p.nombre) && p.exige !== null && !archivos.includes(p.exige))
    .map((p) => p.exige)
  if (faltan.length)
    throw new ErrorStartup(
      `La base de datos es de una versión posterior de Retorna con la que esta ya no puede trabajar (no conoce ${faltan.join(', ')}). Instale una más nueva.`,
    )
}

/** Names of migrations that a database or a copy of this version, or of one that can be brought up to date, may have. */
export const listConocidas = (): string[] => [...listArchivosMigration(), ...BEFORE_BASELINE]

/** Number of files of migrations/ that are not among these applied migrations. */
export function countPendientes(puestas: readonly string[]): number {
  const archivos = listArchivosMigration()
  const hay = addBaseline(new Set(puestas), archivos, 'La base de datos')
  return archivos.filter((f) => !hay.has(f)).length
}

type Options = {
  /** Apply only these migrations, without views, which come once all are applied. Unset: all. */
  solo?: ReadonlySet<string>
  carpeta?: string
  /** Functions and views; unset: those of this version. */
  definitions?: readonly Definition[]
}

/**
 * Apply the missing files of migrations/, each once, in the order of their names; then functions and views. In a database from before the
 * baseline, the files that replaced its migrations count as applied.
 * @param apply runs one step
 * @returns the files that were applied
 */
export async function applyMigrations(
  client: pg.ClientBase,
  { solo, carpeta = FOLDER, definitions = readDefinitions() }: Options = {},
  apply: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<string[]> {
  const puestas = await listApplied(client)
  const archivos = listArchivosMigration(carpeta)
  checkPosteriores(puestas, archivos)
  const nombres = new Set(puestas.map((p) => p.nombre))
  const previas = addBaseline(nombres, archivos, 'La base de datos')
  const anotadas = [...previas].filter((n) => !nombres.has(n))
  if (anotadas.length)
    await apply(async () => {
      await client.query('insert into migracion (nombre) select unnest($1::text[])', [anotadas])
    })
  const pedidas = solo && addBaseline(solo, archivos, 'La copia')
  const hechas = archivos.filter((f) => !previas.has(f) && (pedidas?.has(f) ?? true))
  if (hechas.length) await apply(() => addMissingFunctions(client, definitions))
  for (const nombre of hechas)
    await apply(async () => {
      const text = readFileSync(join(carpeta, nombre), 'utf8')
      const requires = requiresOf(text)
      await client.query(text)
      await client.query('insert into migracion (nombre, exige) values ($1, $2)', [nombre, requires])
    })
  if (!solo) await apply(() => applyDefinitions(client, definitions))
  return hechas
}

/** Apply one migration in its own transaction. It never waits for a table long enough to delay other queries noticeably. */
async function applyInTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  for (let intento = 1; ; intento++) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${ESPERA_TABLA_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (e) {
      await client.query('rollback')
      if ((e as { code?: string }).code !== OCUPADA) throw e
      if (intento >= INTENTOS)
        throw new ErrorStartup(
          'No se puede actualizar la base de datos: algo ocupa sus tablas desde hace diez minutos.',
        )
      await sleep(REINTENTO_MS)
    }
  }
}

/**
 * Bring the schema up to date: each file of migrations/ in a transaction, then functions and views in one. Forward only. A second process
 * waits and then finds nothing to do. Processes of the previous version may be running meanwhile.
 * Throws ErrorStartup when the server is too old or the schema is newer than this program can work with.
 */
export async function migrate(pool: pg.Pool, options: Options = {}): Promise<string[]> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as v")
    if (rows[0].v < VERSION_MINIMA)
      throw new ErrorStartup(
        `PostgreSQL es demasiado antiguo (${rows[0].v}); hace falta la versión 15 o posterior.`,
      )
    await lockSchema(client)
    return await applyMigrations(client, options, (work) => applyInTransaction(client, work))
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {})
    client.release()
  }
}
