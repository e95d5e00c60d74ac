import type { Db } from '../db/cliente'
import * as repo from './repo-lista'

/** Containers of which nothing is known because of a cause. */
export const countDetras = (tx: Db, causa: number) => repo.countDetras(tx, causa)

/** What is broken now, by kind. */
export const countAbiertas = (db: Db, empresa: number | null) => repo.countAbiertas(db, empresa)
