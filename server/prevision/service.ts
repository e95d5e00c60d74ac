import type { Db } from '../db/cliente'
import * as repo from './repo-lista'

/** How many series run short, or will. @param empresa null: of all */
export const countFaltas = (db: Db, empresa: number | null): Promise<number> => repo.countFaltas(db, empresa)
