import type { Db } from '../db/cliente'
import * as repo from './repo'

/** Devices looked at in one statement: of any number it takes no longer than that, and what is noted stays noted. */
const POR_LOTE = 10_000

/** Note what has changed with time, or by what people did, in all of a company. Returns how much was noted. */
export async function sweepCambios(db: Db, empresa: number): Promise<number> {
  let notados = 0
  for (let ultimo = 0; ; ) {
    const ids = await repo.listTras(db, empresa, ultimo, POR_LOTE)
    if (ids.length) notados += await repo.noteCambios(db, ids)
    if (ids.length < POR_LOTE) return notados
    ultimo = ids.at(-1) as number
  }
}
