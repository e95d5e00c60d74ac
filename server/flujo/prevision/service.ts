import type { Db } from '../../platform/db/client'
import * as repo from './repo-list'

/** Number of series with an expected or present shortage, by family. @param empresa null: of all */
export const countFaltas = (db: Db, empresa: number | null) => repo.countFaltas(db, empresa)
