import type { Db } from '../../../platform/db/client'
import { doEach } from '../../../platform/jobs/each'
import { claimNuevo, listNew, type NewAtasco } from './repo-atascos'

export type { NewAtasco } from './repo-atascos'

/**
 * Notify of the containers that have become stuck since the last run. Each visit is reported once, and the transaction that sends the
 * notice records it.
 */
export async function notifyAtascos(db: Db, tell: (tx: Db, a: NewAtasco) => Promise<unknown>): Promise<void> {
  await doEach(await listNew(db), (a) =>
    db.transaction().execute(async (tx) => {
      if (await claimNuevo(tx, a)) await tell(tx, a)
    }),
  )
}
