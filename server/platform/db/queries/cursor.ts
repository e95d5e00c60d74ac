import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../client'
import { ErrorReplica } from '../replica'

const FILAS_POR_VIAJE = 1000
/** When no rows are fetched for this long, the database ends the transaction and frees the connection. */
const SIN_LEER = '90s'
/** A file of a million rows has to be sorted before its first row comes. */
const QUERY_MAX = '10min'

/**
 * The rows of a query of any size, 1000 at a time, from one snapshot that also covers queries inside of `query`. The connection is
 * held until the last row, or until the consumer stops. If a replica fails before the first row, all is read from the primary.
 */
export async function* walkQuery<F, T>(
  db: Db,
  query: (foto: Db) => Promise<RawBuilder<F>>,
  present: (row: F) => T,
): AsyncGenerator<T[]> {
  const open = async () => {
    const foto = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    const fetchFilas = () => sql<F>`fetch ${sql.lit(FILAS_POR_VIAJE)} from filas`.execute(foto)
    try {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(SIN_LEER)}`.execute(foto)
      await sql`set local statement_timeout = ${sql.lit(QUERY_MAX)}`.execute(foto)
      await sql`declare filas no scroll cursor for ${await query(foto)}`.execute(foto)
      return { foto, fetchFilas, primeras: await fetchFilas() }
    } catch (e) {
      await foto
        .rollback()
        .execute()
        .catch(() => {})
      throw e
    }
  }
  const { foto, fetchFilas, primeras } = await open().catch((e) => {
    if (e instanceof ErrorReplica) return open()
    throw e
  })
  let viaje: Promise<{ rows: F[] }> | null = Promise.resolve(primeras)
  try {
    while (viaje) {
      const { rows }: { rows: F[] } = await viaje
      // The database fetches the next rows while these are processed.
      viaje = rows.length < FILAS_POR_VIAJE ? null : fetchFilas()
      viaje?.catch(() => {})
      yield rows.map(present)
    }
  } finally {
    await viaje?.catch(() => {})
    await foto.rollback().execute()
  }
}

/** Rows, and what was read of them at the same moment; `sums` answers undefined until the first rows have come. */
export type Walk<T, S> = { filas: AsyncGenerator<T[]>; sums: () => S | undefined }

/** The same, with sums of the rows: both are of one snapshot. */
export function walkWithSums<F, T, S>(
  db: Db,
  readSums: (snapshot: Db) => Promise<S>,
  query: () => RawBuilder<F>,
  present: (row: F) => T,
): Walk<T, S> {
  let sums: S | undefined
  const readBefore = async (snapshot: Db) => {
    sums = await readSums(snapshot)
    return query()
  }
  return { filas: walkQuery(db, readBefore, present), sums: () => sums }
}

/**
 * What several queries read, all of one snapshot: a list, its total and its sums agree, whatever is written meanwhile. They run one after
 * another, on one connection.
 */
export const readTogether = <T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Hold one connection for several queries, until it is released. */
export const holdConnection = (db: Db) =>
  new Promise<{ connection: Db; release(): void }>((resolve, reject) => {
    db.connection()
      .execute(
        (connection) => new Promise<void>((release) => resolve({ connection, release: () => release() })),
      )
      .catch(reject)
  })
