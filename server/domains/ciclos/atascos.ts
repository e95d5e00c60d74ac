import type { Db } from '../../platform/db/client'
import { doEach } from '../../platform/jobs/each'
import { claimNuevo, listNew, type NewAtasco } from './repo-atascos'

export type { NewAtasco } from './repo-atascos'

/** Tell of containers that have become stuck since the last look, each once for its visit, in a transaction that notes it. */
export async function tellAtascos(db: Db, tell: (tx: Db, a: NewAtasco) => Promise<unknown>): Promise<void> {
  await doEach(await listNew(db), (a) =>
    db.transaction().execute(async (tx) => {
      if (await claimNuevo(tx, a)) await tell(tx, a)
    }),
  )
}
