import type { Db } from '../db/cliente'
import * as repo from './repo'

/** Note what has changed with time, or by what people did. Returns how much was noted. */
export const sweepCambios = (tx: Db, empresa: number): Promise<number> => repo.sweepCambios(tx, empresa)
