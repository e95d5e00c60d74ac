import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { parseInstant } from './instants'
import type { Schema } from './schema'
import type { SilenceWatch } from './silence/silence'

export type Db = Kysely<Schema>

// bigint as number: ids and counts stay far below 2^53. The only exception, evento.id, is selected as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (s: string) => s)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseInstant)

/**
 * Idle time of a connection: longer than a minute, so that work of each minute reuses it. A new one reads the catalog and plans every query
 * anew.
 */
const REST_MS = 90_000
/** Lifetime of a connection: its catalog cache grows up to some 30 MB, so that old connections are replaced. */
const VIDA_S = 600
/** Maximum wait for a free or new connection: an error is better than a call that never ends. */
const ESPERA_MS = 15_000

export type Uso = {
  /** Maximum number of connections. */
  max: number
  /** Time limit of a statement, in ms; unset: none. */
  consultaMs?: number
  esperaMs?: number
  /** Planner settings for pages that people wait for; unset: the defaults of the database, without parallel workers. */
  pages?: true
}

/**
 * JIT compilation takes longer than it saves; the embedded server has none either. No parallel workers: for a page, starting them takes longer
 * than the work; for a job, they would take the processors that people wait for.
 */
const OPTIONS = '-c jit=off -c max_parallel_workers_per_gather=0'
/** Planner settings for pages that people wait for. Random reads are cheap, since the data is in memory. */
const PAGES = '-c random_page_cost=1.1'

/** Uses of connections. Each use has its own pool, so that none waits behind another. */
export const USOS = {
  /** Calls of people. A file that is written row by row sets its own limit (`cursor.ts`). */
  personas: { max: 12, consultaMs: 30_000, pages: true },
  /** Ingest; each partition writes on its own. */
  ingesta: { max: 12, consultaMs: 60_000 },
  /** Migrations, the history of the demo, retention, command line programs. */
  maintenance: { max: 12 },
  /** Outgoing deliveries: each holds a connection while it talks to its receiver; also reads for the files of views. */
  envios: { max: 16 },
  /** Files, charts and other reads that may be some seconds old, where there is a replica. */
  replica: { max: 12, consultaMs: 30_000, esperaMs: 2000, pages: true },
  /** The job runner: its queries are short. One more connection of it listens. */
  jobs: { max: 1 },
  /** Counts of tries, and slots: used while other connections are held. */
  limites: { max: 3, consultaMs: 5000, esperaMs: 5000 },
  /** Probes: does the database answer? */
  probe: { max: 1, consultaMs: 1000, esperaMs: 1000 },
} satisfies Record<string, Uso>

/**
 * A pool for an external address or for the embedded server. Errors of idle connections are not fatal.
 * @param watch ends what waits for a database that does not answer at all
 */
export function createPool(
  connection: string | pg.ClientConfig,
  uso: Uso = USOS.maintenance,
  watch?: SilenceWatch,
): pg.Pool {
  const base = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...base,
    max: uso.max,
    idleTimeoutMillis: REST_MS,
    maxLifetimeSeconds: VIDA_S,
    connectionTimeoutMillis: uso.esperaMs ?? ESPERA_MS,
    statement_timeout: uso.consultaMs,
    // Options in the address itself take precedence.
    options: uso.pages ? `${OPTIONS} ${PAGES}` : OPTIONS,
    application_name: 'retorna',
    ...(watch && { Client: watch.Client }),
  })
  pool.on('error', () => {})
  // A connection that breaks during a query fails the query; without a listener its additional error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Wraps a connection that the caller opened and closes: queries run within the caller's transaction. */
export function dbOf(client: pg.ClientBase): Db {
  const suya = {
    query: (...que: Parameters<pg.ClientBase['query']>) => client.query(...que),
    release: () => {},
  }
  const pool = { connect: async () => suya, end: async () => {} }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as never }) })
}
