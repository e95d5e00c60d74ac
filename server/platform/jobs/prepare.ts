import type pg from 'pg'
import { causaOf, ErrorStartup } from '../config/startup-errors'
import { migrate } from '../db/migrate'
import { checkZona } from '../db/zona'
import { prepareJobs } from './jobs'

/** Prepare schema and time zone. Throws ErrorStartup for every error of the database, and when it does not answer. */
export async function prepareBase(pool: pg.Pool, zona: string): Promise<void> {
  try {
    await migrate(pool)
    await prepareJobs(pool)
    await checkZona(pool, zona)
  } catch (e) {
    if (e instanceof ErrorStartup) throw e
    throw new ErrorStartup(`No se puede usar la base de datos: ${causaOf(e)}.`)
  }
}
