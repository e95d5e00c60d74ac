import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hashClave } from '../../domains/acceso/clave'
import { noteEntrega } from '../../domains/manuales/repo-arbol'
import { createUsuario, ensureEmpresa } from '../../domains/usuarios/repo'
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

export async function execSql(direccion: string, parametros: string, text: string): Promise<void> {
  const c = new pg.Client({ connectionString: `${direccion}/postgres${parametros}` })
  await c.connect()
  try {
    await c.query(text)
  } finally {
    await c.end()
  }
}

export const nuevoNombre = () => `retorna_prueba_${randomBytes(6).toString('hex')}`

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
    await createCuentas(createDb(pool))
    // Mark the delivered manuals as installed: tests bring their own.
    await noteEntrega(createDb(pool))
  } finally {
    await pool.end()
  }
  return nombre
}

/** A name for a copy of this template, or for another database that is dropped with it. */
export const nombreDeCopia = (plantilla: string) => `${plantilla}_${randomBytes(6).toString('hex')}`

/** Create a copy of the template. */
export const copyPlantilla = (base: Base, nombre: string): Promise<void> =>
  execSql(
    base.direccion,
    base.parametros,
    `create database ${nombre} template ${base.plantilla} strategy ${base.enArchivos ? 'file_copy' : 'wal_log'}`,
  )

/** A template, and the server that it is on. */
export type Plantilla = Pick<Base, 'direccion' | 'parametros' | 'plantilla'>

/** Drop a copy, without waiting: dropping takes a checkpoint. Copies that remain at the end are dropped with the template. */
export function leaveBase({ direccion, parametros }: Plantilla, nombre: string): void {
  execSql(direccion, parametros, `drop database if exists ${nombre} with (force)`).catch(() => {})
}

/** Drop the template and all remaining databases named after it. */
export async function dropPlantilla({ direccion, parametros, plantilla }: Plantilla): Promise<void> {
  const c = new pg.Client({ connectionString: `${direccion}/postgres${parametros}` })
  await c.connect()
  try {
    const { rows } = await c.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [plantilla],
    )
    for (const { datname } of rows) await c.query(`drop database if exists ${datname} with (force)`)
  } finally {
    await c.end()
  }
}
