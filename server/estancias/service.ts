import type { Estancia } from '#contract/estancias'
import type { Db } from '../db/cliente'
import type { Periodo } from '../periodo'
import * as repo from './repo'

/** Stays of a container that touch the period, newest first, and whether there are more than are told. */
export const listEstancias = (
  db: Db,
  id: number,
  p: Periodo,
  zona: string,
): Promise<{ estancias: Estancia[]; cortadas: boolean }> => repo.listEstancias(db, id, p, zona)
