import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Esquema } from './esquema'

export type Db = Kysely<Esquema>

// bigint as number: ids and counts stay far below 2^53. The one that does not (evento.id) is selected as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (s: string) => s)

/** Longest wait for a connection, a new one or a free one: better an error than a call that never ends. */
const ESPERA_MS = 15_000

/** A pool for an outside address or for the embedded server. Errors of idle connections are not fatal. */
export function createPool(conexion: string | pg.ClientConfig, max = 12): pg.Pool {
  const base = typeof conexion === 'string' ? { connectionString: conexion } : conexion
  const pool = new pg.Pool({
    ...base,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: ESPERA_MS,
    application_name: 'retorna',
  })
  pool.on('error', () => {})
  // A connection that breaks while it is in use fails its query; the event beside that would end the process.
  pool.on('connect', (cliente) => cliente.on('error', () => {}))
  return pool
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Esquema>({ dialect: new PostgresDialect({ pool }) })
}
