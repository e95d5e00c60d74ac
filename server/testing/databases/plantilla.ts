import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { preparePartitions } from '../../oir/eventos/repo-partitions'
import { hashClave } from '../../personas/acceso/clave'
import { noteEntrega } from '../../personas/manuales/repo-arbol'
import { createUsuario, ensureEmpresa } from '../../personas/usuarios/repo'
import { hashToken } from '../../platform/auth/repo-session'
import { createDb, createPool, type Db } from '../../platform/db/client'
import { migrate } from '../../platform/db/migrate'
import { prepareJobs } from '../../platform/jobs/jobs'

export type Base = {
  /** Connection address without the name of the database. */
  direccion: string
  parametros: string
  plantilla: string
  /** Copy databases as whole files: a quarter of the time where fsync is off, three times as long where it is on. */
  enArchivos: boolean
  /** External MQTT broker; null: the embedded one. */
  mqtt: string | null
  /** False: there is no database to test against. */
  hay: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    base: Base
  }
}

/** Test accounts: name, company, role. All have the same password. */
export const CUENTAS = [
  ['admin', 1, 'admin'],
  ['operario', 1, 'operario'],
  ['calidad', 2, 'operario'],
  ['consulta', 1, 'lectura'],
  ['encargada', 2, 'empresa'],
  ['planta4', 4, 'operario'],
  ['planta5', 5, 'operario'],
  ['planta6', 6, 'operario'],
] as const
export const CLAVE = 'rodillo-verde-77'

/** Token of the session that an account has in the template: logging in takes longer than most calls of a test. */
export const tokenOf = (username: string) => `sesion-de-${username}`

async function createSesiones(pool: pg.Pool): Promise<void> {
  for (const [username] of CUENTAS)
    await pool.query(
      'insert into sesion (token_hash, cambio_hash, usuario_id) select $2, $2, id from usuario where username = $1',
      [username, hashToken(tokenOf(username))],
    )
}

export async function execSql(direccion: string, parametros: string, text: string): Promise<void> {
  const c = new pg.Client({ connectionString: `${direccion}/postgres${parametros}` })
  await c.connect()
  try {
    await c.query(text)
  } finally {
    await c.end()
  }
}

const PREFIX = 'retorna_prueba_'
/** A run older than this has ended, ms. */
const ENDED = 3 * 3_600_000

/** A name that says when it was made. */
export const nuevoNombre = () => `${PREFIX}${Date.now()}${randomBytes(3).toString('hex')}`

export async function createCuentas(db: Db): Promise<void> {
  const claveHash = await hashClave(CLAVE)
  for (const e of [1, 2, 3, 4, 5, 6]) await ensureEmpresa(db, e, `Empresa ${e}`)
  for (const [username, empresa, rol] of CUENTAS)
    await createUsuario(db, { username, nombre: `Nombre de ${username}`, claveHash, empresa, rol })
}

/** A migrated database with the test companies and accounts, to be copied. */
export async function createPlantilla(direccion: string, parametros: string): Promise<string> {
  const nombre = nuevoNombre()
  await execSql(direccion, parametros, `create database ${nombre}`)
  const pool = createPool(`${direccion}/${nombre}${parametros}`, { max: 2 })
  try {
    await migrate(pool)
    await prepareJobs(pool)
    // A start makes them too, but in every copy anew.
    await preparePartitions(pool)
    await createCuentas(createDb(pool))
    await createSesiones(pool)
    // Mark the delivered manuals as installed: tests bring their own.
    await noteEntrega(createDb(pool))
  } finally {
    await pool.end()
  }
  return nombre
}

/** A name for a copy of this template, or for another database that is dropped with it. */
export const nombreDeCopia = (plantilla: string) => `${plantilla}_${randomBytes(6).toString('hex')}`

/** Create a copy of the template. No commit in it waits for a disk: the embedded server of the tests waits for none anyway. */
export async function copyPlantilla(base: Base, nombre: string): Promise<void> {
  const { direccion, parametros, plantilla, enArchivos } = base
  const strategy = enArchivos ? 'file_copy' : 'wal_log'
  await execSql(direccion, parametros, `create database ${nombre} template ${plantilla} strategy ${strategy}`)
  if (!enArchivos)
    await execSql(direccion, parametros, `alter database ${nombre} set synchronous_commit = off`)
}

/** A template, and the server that it is on. */
export type Plantilla = Pick<Base, 'direccion' | 'parametros' | 'plantilla'>

/**
 * A copy is not needed any more. The embedded server drops it, without waiting. On a disk it stays until the end of the run: after a
 * database of a thousand files was removed, ext4 without a journal takes ten times as long to create the next ones.
 */
export function leaveBase({ direccion, parametros, enArchivos }: Base, nombre: string): void {
  if (!enArchivos) return
  execSql(direccion, parametros, `drop database if exists ${nombre} with (force)`).catch(() => {})
}

/** Drop the template and all databases named after it, and those of runs that were killed. */
export async function dropPlantilla({ direccion, parametros, plantilla }: Plantilla): Promise<void> {
  // Drops wait for checkpoints: several at once share them. The last one waits for all others.
  const pool = createPool(`${direccion}/postgres${parametros}`, { max: 8, esperaMs: 600_000 })
  try {
    const { rows } = await pool.query<{ datname: string }>(
      `select datname from pg_database where datdba = current_user::regrole
         and (starts_with(datname, $1) or substring(datname from $2)::bigint < $3)`,
      [plantilla, `^${PREFIX}(\\d{13})`, Date.now() - ENDED],
    )
    await Promise.all(rows.map((r) => pool.query(`drop database if exists ${r.datname} with (force)`)))
  } finally {
    await pool.end()
  }
}
