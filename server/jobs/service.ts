import type { Db } from '../db/cliente'
import * as repo from './repo'

export const listEstadoTrabajos = (db: Db) => repo.listEstadoTrabajos(db)
