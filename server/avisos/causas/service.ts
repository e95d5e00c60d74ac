import type { Db } from '../../platform/db/client'
import * as repo from './repo-list'

/** Number of containers whose state is unknown because of a cause. */
export const countDetras = (tx: Db, causa: number) => repo.countDetras(tx, causa)

/** Number of containers whose state is unknown because of any open cause. */
export const sumDetras = (db: Db, empresa: number | null) => repo.sumDetras(db, empresa)

/** Number of open causes by kind. */
export const countOpen = (db: Db, empresa: number | null) => repo.countOpen(db, empresa)
