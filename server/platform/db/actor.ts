import { sql } from 'kysely'
import type { Db } from './client'

/** A person who changes something, as the audit log names them; without an id where it is no account's. */
export type Actor = { id: number | null; username: string; direccion: string | null }

/**
 * Run `hacer` in a transaction whose changes are `actor`'s: the audited tables write down what changed, in the same
 * transaction. Committed when it returns, undone when it throws.
 */
export async function asActor<T>(db: Db, actor: Actor, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('retorna.autor', ${JSON.stringify(actor)}, true)`.execute(tx)
    return work(tx)
  })
}
