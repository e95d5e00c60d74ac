import type { Db } from '../../platform/db/client'
import * as repo from './repo-list'

/** Containers of which nothing is known because of a cause. */
export const countDetras = (tx: Db, causa: number) => repo.countDetras(tx, causa)

/** What is broken now, by kind. */
export const countOpen = (db: Db, empresa: number | null) => repo.countOpen(db, empresa)
