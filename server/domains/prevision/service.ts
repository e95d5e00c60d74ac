import type { Db } from '../../platform/db/client'
import * as repo from './repo-list'

/** How many series run short, or will, by family. @param empresa null: of all */
export const countFaltas = (db: Db, empresa: number | null) => repo.countFaltas(db, empresa)
