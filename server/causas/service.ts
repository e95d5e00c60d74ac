import type { Db } from '../db/cliente'
import * as repo from './repo-lista'

/** What is broken now, by kind. */
export const countAbiertas = (db: Db, empresa: number | null) => repo.countAbiertas(db, empresa)
