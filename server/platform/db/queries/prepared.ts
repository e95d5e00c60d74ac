import type { CompiledQuery } from 'kysely'
import type { Db } from '../client'

/**
 * A query that runs with every call. Planning it takes ten times as long as running it, so each connection plans it once: after its
 * first runs PostgreSQL keeps a plan for any parameters. Its plan must be good for all of them, as that of a query by a unique key is.
 * @param name of the prepared statement, one for each text
 * @param build the query, with its parameters in the order of the values that it runs with, and with no others
 */
export function prepare<R>(
  name: string,
  build: (db: Db) => { compile(db: Db): CompiledQuery<R> },
): (db: Db, values: readonly unknown[]) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined
  return async (db, values) => {
    compiled ??= build(db).compile(db)
    // Kysely passes the text on as it is, and pg takes one with its name in its place.
    const sql = { name, text: compiled.sql } as unknown as string
    return (await db.executeQuery<R>({ ...compiled, sql, parameters: values })).rows
  }
}
