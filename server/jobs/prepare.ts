import type pg from 'pg'
import { migrate } from '../db/migrate'
import { checkZona } from '../db/zona'
import { causaDe, ErrorArranque } from '../errores-arranque'
import { prepareJobs } from './jobs'

/** Schema and time zone. Throws ErrorArranque whatever the database answers, or when it does not. */
export async function prepareBase(pool: pg.Pool, zona: string): Promise<void> {
  try {
    await migrate(pool)
    await prepareJobs(pool)
    await checkZona(pool, zona)
  } catch (e) {
    if (e instanceof ErrorArranque) throw e
    throw new ErrorArranque(`No se puede usar la base de datos: ${causaDe(e)}.`)
  }
}
