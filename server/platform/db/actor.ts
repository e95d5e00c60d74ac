import { sql } from 'kysely'
import type { Db } from './client'

/** Author of a change, as the audit log names them; `id` null: not an account. */
export type Actor = { id: number | null; username: string; direccion: string | null }

/**
 * Run `work` in a transaction whose changes are by `actor`: triggers of the audited tables log them in the same transaction. Committed when
 * it returns, rolled back when it throws.
 */
export async function asActor<T>(db: Db, actor: Actor, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('retorna.autor', ${JSON.stringify(actor)}, true)`.execute(tx)
    return work(tx)
  })
}
