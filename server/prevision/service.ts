import type { Db } from '../db/cliente'
import * as repo from './repo-lista'

/** How many series run short, or will, by family. @param empresa null: of all */
export const countFaltas = (db: Db, empresa: number | null) => repo.countFaltas(db, empresa)
