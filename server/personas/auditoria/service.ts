import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** Records a change of something that is not a table row; called within `escribir`, whose caller is the author. */
export async function noteCambio(tx: Db, nota: repo.Nota): Promise<void> {
  await repo.addNota(tx, nota)
}

/** The user who changed this row last, if it was within the last seconds; else undefined. */
export const findCambioTras = (
  db: Db,
  entidad: string,
  id: number,
  haceS: number,
): Promise<string | undefined> => repo.findCambioTras(db, entidad, id, haceS)
