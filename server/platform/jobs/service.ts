import type { Db } from '../db/client'
import * as repo from './repo'

export const listEstadoTrabajos = (db: Db) => repo.listEstadoTrabajos(db)
