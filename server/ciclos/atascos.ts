import type { Db } from '../db/cliente'
import { doEach } from '../jobs/each'
import { type AtascoNuevo, claimNuevo, listNuevos } from './repo-atascos'

export type { AtascoNuevo } from './repo-atascos'

/** Tell of containers that have become stuck since the last look, each once for its visit, in a transaction that notes it. */
export async function tellAtascos(db: Db, tell: (tx: Db, a: AtascoNuevo) => Promise<unknown>): Promise<void> {
  await doEach(await listNuevos(db), (a) =>
    db.transaction().execute(async (tx) => {
      if (await claimNuevo(tx, a)) await tell(tx, a)
    }),
  )
}
