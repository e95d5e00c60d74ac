import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** Devices per statement; each statement commits by itself. */
const POR_LOTE = 1000

/** Records what has changed by time alone or by users, in a whole company. @returns how many changes were recorded */
export async function sweepCambios(db: Db, empresa: number): Promise<number> {
  let notados = 0
  for (const ids of await repo.listDistintos(db, empresa, POR_LOTE))
    notados += await repo.noteCambios(db, ids)
  return notados
}
