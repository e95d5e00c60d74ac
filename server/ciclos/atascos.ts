import type { Db } from '../db/cliente'
import { type AtascoNuevo, takeNuevos } from './repo-atascos'

export type { AtascoNuevo } from './repo-atascos'

/** Tell of containers that have become stuck since the last look, each once for its visit, in the transaction that notes it. */
export async function tellAtascos(db: Db, tell: (tx: Db, a: AtascoNuevo) => Promise<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const a of await takeNuevos(tx)) await tell(tx, a)
  })
}
