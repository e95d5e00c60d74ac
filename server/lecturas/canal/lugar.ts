import type pg from 'pg'
import type { Db } from '../../db/cliente'
import type { Rechazo } from '../formatos/lectura'
import type { Mensaje } from './mensaje'
import type { Padron } from './padron'

export type Lugar = { pool: pg.Pool; db: Db; zona: string; padron: Padron }

/** Keep a message of the log that was refused, for people to look at; rejects where it could not be. */
export type KeepRefused = (m: Mensaje, por: Rechazo) => Promise<void>

export type Opciones = {
  onFail(e: unknown): void
  /** Told once that nothing more can be applied here: another process has the carril, or what came of the log is not known. */
  onLost?(e: unknown): void
  repasoMs?: number
  /** Least time between two batches: where nobody waits for the commit, few large ones cost less. */
  pausaMs?: number
  /** What is applied comes from the log, in its order, and may be of some time ago. */
  deBitacora?: boolean
  /** What is refused of the log is kept so: no sender waits to be told. */
  keepRefused?: KeepRefused
}
