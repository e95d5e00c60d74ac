import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { RAIZ } from '../config'
import { ErrorArranque } from '../errores-arranque'

const CARPETA = join(RAIZ, 'server/db/migrations')
const CERROJO = 72656
const VERSION_MINIMA = 150_000

export const listArchivosMigracion = () =>
  readdirSync(CARPETA)
    .filter((f) => f.endsWith('.sql'))
    .sort()

/** One process at a time sees to the schema; held until the connection ends or lets go of it. */
export async function lockEsquema(cliente: pg.ClientBase): Promise<void> {
  await cliente.query('select pg_advisory_lock($1)', [CERROJO])
}

/**
 * Apply what is missing of migrations/, each file once, in the order of its name.
 * @param solo these files only; all where none are named
 * @param apply runs one file
 */
export async function applyMigraciones(
  cliente: pg.ClientBase,
  solo?: ReadonlySet<string>,
  apply: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<string[]> {
  await cliente.query(
    'create table if not exists migracion (nombre text primary key, aplicada timestamptz not null default now())',
  )
  const previas = new Set(
    (await cliente.query<{ nombre: string }>('select nombre from migracion')).rows.map((r) => r.nombre),
  )
  const archivos = listArchivosMigracion()
  const ajenas = [...previas, ...(solo ?? [])].filter((p) => !archivos.includes(p))
  if (ajenas.length)
    throw new ErrorArranque(`La base de datos es de una versión posterior de Retorna (${ajenas.join(', ')}).`)
  const hechas = archivos.filter((f) => !previas.has(f) && (solo?.has(f) ?? true))
  for (const nombre of hechas)
    await apply(async () => {
      await cliente.query(readFileSync(join(CARPETA, nombre), 'utf8'))
      await cliente.query('insert into migracion (nombre) values ($1)', [nombre])
    })
  return hechas
}

/**
 * Bring the schema up to date, each file of migrations/ in a transaction. Forward only. A second process waits and then
 * finds nothing to do.
 * @param solo these files only; all where none are named
 * Throws ErrorArranque when the server is too old or the schema is newer than this program.
 */
export async function migrate(pool: pg.Pool, solo?: ReadonlySet<string>): Promise<string[]> {
  const cliente = await pool.connect()
  try {
    const { rows } = await cliente.query("select current_setting('server_version_num')::int as v")
    if (rows[0].v < VERSION_MINIMA)
      throw new ErrorArranque(
        `PostgreSQL es demasiado antiguo (${rows[0].v}); hace falta la versión 15 o posterior.`,
      )
    await lockEsquema(cliente)
    return await applyMigraciones(cliente, solo, async (work) => {
      await cliente.query('begin')
      try {
        await work()
        await cliente.query('commit')
      } catch (e) {
        await cliente.query('rollback')
        throw e
      }
    })
  } finally {
    await cliente.query('select pg_advisory_unlock_all()').catch(() => {})
    cliente.release()
  }
}
