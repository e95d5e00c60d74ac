import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ROOT } from '../config/config'
import { ErrorStartup } from '../config/startup-errors'
import { addBaseline, BEFORE_BASELINE } from './structure/baseline'
import {
  addMissingFunctions,
  applyDefinitions,
  type Definition,
  readDefinitions,
} from './structure/definitions'

const FOLDER = join(ROOT, 'server/platform/db/migrations')
const LOCK = 72656
const VERSION_MINIMA = 150_000
/** A change that waits for a table holds up all who come after it: it steps back, and tries again. */
const ESPERA_TABLA_MS = 500
const REINTENTO_MS = 2000
const INTENTOS = 240
const OCUPADA = '55P03'

export const listArchivosMigration = (carpeta = FOLDER) =>
  readdirSync(carpeta)
    .filter((f) => f.endsWith('.sql'))
    .sort()

/**
 * The change that a program must know to work once this one is in place; null where it takes nothing away. Its first line says
 * so: `-- contrae: 20261201000000_name.sql` ends what that one made unnecessary.
 */
export const requiresOf = (text: string): string | null => /^-- contrae: (\S+)/.exec(text)?.[1] ?? null

/** One process at a time sees to the schema; held until the connection ends or lets go of it. */
export async function lockSchema(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
}

type Puesta = { nombre: string; exige: string | null }

/** The changes that are in place. */
async function listPuestas(client: pg.ClientBase): Promise<Puesta[]> {
  await client.query(
    `create table if not exists migracion (
      nombre text primary key,
      aplicada timestamptz not null default now(),
      -- The change that a program must know to work beside this one; null: none.
      exige text
    )`,
  )
  const { rows } = await client.query<Puesta>('select nombre, exige from migracion order by nombre')
  return rows
}

/** Changes of a later version are no harm, but for those that took away what this one still uses. */
function checkPosteriores(puestas: Puesta[], archivos: string[]): void {
  const faltan = puestas
    .filter((p) => !archivos.includes(p.nombre) && p.exige !== null && !archivos.includes(p.exige))
    .map((p) => p.exige)
  if (faltan.length)
    throw new ErrorStartup(
      `La base de datos es de una versión posterior de Retorna con la que esta ya no puede trabajar (no conoce ${faltan.join(', ')}). Instale una más nueva.`,
    )
}

/** Names that a database or a copy of this version, or of one that can be brought up to date, may tell. */
export const listConocidas = (): string[] => [...listArchivosMigration(), ...BEFORE_BASELINE]

/** How many files of migrations/ a database lacks that has these changes. */
export function countPendientes(puestas: readonly string[]): number {
  const archivos = listArchivosMigration()
  const hay = addBaseline(new Set(puestas), archivos, 'La base de datos')
  return archivos.filter((f) => !hay.has(f)).length
}

type Options = {
  /** Only what these are; views are left for when all is in place. All where none are named. */
  solo?: ReadonlySet<string>
  carpeta?: string
  /** Functions and views; those of this version where none are named. */
  definitions?: readonly Definition[]
}

/**
 * Apply what is missing of migrations/, each file once, in the order of its name; then functions and views. A database of before the baseline is
 * taken for what it is.
 * @param apply runs one step
 * @returns the files that were applied
 */
export async function applyMigrations(
  client: pg.ClientBase,
  { solo, carpeta = FOLDER, definitions = readDefinitions() }: Options = {},
  apply: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<string[]> {
  const puestas = await listPuestas(client)
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

/** One change in a transaction of its own, which never waits for a table long enough to be noticed by others. */
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
 * Bring the schema up to date, each file of migrations/ in a transaction, and functions and views in one. Forward only. A second process waits and then
 * finds nothing to do. Processes of the version before may be at work all the while.
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
