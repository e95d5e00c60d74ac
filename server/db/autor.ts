import { sql } from 'kysely'
import type { Db } from './cliente'

/** A person who changes something, as the audit log names them; without an id where it is no account's. */
export type Autor = { id: number | null; username: string; direccion: string | null }

/**
 * Run `hacer` in a transaction whose changes are `autor`'s: the audited tables write down what changed, in the same
 * transaction. Committed when it returns, undone when it throws.
 */
export async function asAutor<T>(db: Db, autor: Autor, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('retorna.autor', ${JSON.stringify(autor)}, true)`.execute(tx)
    return work(tx)
  })
}
