import type pg from 'pg'
import type { Db } from '../../db/cliente'
import type { Padron } from './padron'

export type Lugar = { pool: pg.Pool; db: Db; zona: string; padron: Padron }

export type Opciones = {
  onFail(e: unknown): void
  /** Told once that nothing more can be applied here: another process has the carril, or what came of the log is not known. */
  onLost?(e: unknown): void
  repasoMs?: number
  /** Least time between two batches: where nobody waits for the commit, few large ones cost less. */
  pausaMs?: number
  /** What is applied comes from the log, in its order, and may be of some time ago. */
  deBitacora?: boolean
}
