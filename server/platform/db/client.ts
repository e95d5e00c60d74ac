import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema'

export type Db = Kysely<Schema>

// bigint as number: ids and counts stay far below 2^53. The one that does not (evento.id) is selected as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (s: string) => s)

/** What comes each minute finds its connection still open: a new one has to read the catalog and plan every query anew. */
const REST_MS = 90_000
/** What a connection has read of the catalog stays in its memory, up to some 30 MB: an old one makes room for a new one. */
const VIDA_S = 600
/** Longest wait for a connection, a new one or a free one: better an error than a call that never ends. */
const ESPERA_MS = 15_000

export type Uso = {
  /** Connections at once. */
  max: number
  /** Longest that a statement may take; unset: as long as it needs. */
  consultaMs?: number
  esperaMs?: number
}

/** What connections are for. Each use has its own, so that none waits behind another. */
export const USOS = {
  /** What people ask for. A file that is written row by row sets a limit of its own (`cursor.ts`). */
  personas: { max: 12, consultaMs: 30_000 },
  /** Each partition writes on its own. */
  ingesta: { max: 12, consultaMs: 60_000 },
  /** Migrations, the demo's history, retention, programs of the command line. */
  maintenance: { max: 12 },
  /** Notices on their way out: one each while its receiver is spoken to, and what reads the files of views. */
  envios: { max: 16 },
  /** Files, charts and other reads that may be some seconds old, where there is a replica. */
  replica: { max: 12, consultaMs: 30_000, esperaMs: 2000 },
  /** The job runner: what it asks is short. Beside it there is one that listens. */
  jobs: { max: 1 },
  /** How often something was tried, and who holds a place: asked for while other connections are held. */
  limites: { max: 3, consultaMs: 5000, esperaMs: 5000 },
  /** Whether the database answers. */
  probe: { max: 1, consultaMs: 1000, esperaMs: 1000 },
} satisfies Record<string, Uso>

/** A pool for an outside address or for the embedded server. Errors of idle connections are not fatal. */
export function createPool(connection: string | pg.ClientConfig, uso: Uso = USOS.maintenance): pg.Pool {
  const base = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...base,
    max: uso.max,
    idleTimeoutMillis: REST_MS,
    maxLifetimeSeconds: VIDA_S,
    connectionTimeoutMillis: uso.esperaMs ?? ESPERA_MS,
    statement_timeout: uso.consultaMs,
    // As the embedded server is set: to compile a query takes longer than what it saves. An address that has options of its own keeps them.
    options: '-c jit=off',
    application_name: 'retorna',
  })
  pool.on('error', () => {})
  // A connection that breaks while it is in use fails its query; the event beside that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** One connection as it is in the hands of who opened it, who ends it too: what is built is asked within their transaction. */
export function dbOf(client: pg.ClientBase): Db {
  const suya = {
    query: (...que: Parameters<pg.ClientBase['query']>) => client.query(...que),
    release: () => {},
  }
  const pool = { connect: async () => suya, end: async () => {} }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) })
}
