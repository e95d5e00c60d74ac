import pg from 'pg'
import { createPool } from '../../platform/db/client'
import { prepareBase } from '../../platform/jobs/prepare'
import { execSql, nombreDeCopia, type Plantilla } from './plantilla'

/** Data are relative to the moment when they are made. A template older than this is not copied any more, ms. */
const FRESH = 5 * 60_000

/** Creates and fills the template; nobody copies it until it has its name. */
async function make(base: Plantilla, prefix: string, zona: string, fill: (pool: pg.Pool) => Promise<void>) {
  const { direccion, parametros } = base
  const inWork = nombreDeCopia(base.plantilla)
  await execSql(direccion, parametros, `create database ${inWork}`)
  const pool = createPool(`${direccion}/${inWork}${parametros}`, { max: 3 })
  const from = Date.now()
  try {
    await prepareBase(pool, zona)
    await fill(pool)
  } finally {
    await pool.end()
  }
  const nombre = `${prefix}${from}`
  await execSql(direccion, parametros, `alter database ${inWork} rename to ${nombre}`)
  return nombre
}

/**
 * A filled database that test files copy (`copyPlantilla`), where each would otherwise fill its own for a minute. The first file that asks
 * makes it, and others wait; it is dropped with the template of the run.
 * @param what a word of lower case letters, the same in all files that share it
 * @returns its name
 */
export async function findFilled(
  base: Plantilla,
  what: string,
  zona: string,
  fill: (pool: pg.Pool) => Promise<void>,
): Promise<string> {
  const prefix = `${base.plantilla}_${what}_`
  const c = new pg.Client({ connectionString: `${base.direccion}/postgres${base.parametros}` })
  await c.connect()
  try {
    // Test files run in several processes.
    await c.query('select pg_advisory_lock(hashtext($1))', [prefix])
    const { rows } = await c.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by datname desc limit 1',
      [prefix],
    )
    const last = rows[0]?.datname
    const age = Date.now() - Number(last?.slice(prefix.length) ?? 0)
    return last && age < FRESH ? last : await make(base, prefix, zona, fill)
  } finally {
    await c.end()
  }
}
