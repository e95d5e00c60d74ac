import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** Devices noted in one statement: what is noted stays noted, however many there are. */
const POR_LOTE = 1000

/** Note what has changed with time, or by what people did, in all of a company. Returns how much was noted. */
export async function sweepCambios(db: Db, empresa: number): Promise<number> {
  const ids = await repo.listDistintos(db, empresa)
  let notados = 0
  for (let i = 0; i < ids.length; i += POR_LOTE)
    notados += await repo.noteCambios(db, ids.slice(i, i + POR_LOTE))
  return notados
}
