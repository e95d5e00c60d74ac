import type { Db } from '../../platform/db/client'
import * as repo from './repo'

/** Write down a change of something that is no row of a table; within `escribir`, whose caller is its author. */
export async function noteCambio(tx: Db, nota: repo.Nota): Promise<void> {
  await repo.addNota(tx, nota)
}

/** Who changed this row last within the last seconds; undefined where nobody did. */
export const findCambioTras = (
  db: Db,
  entidad: string,
  id: number,
  haceS: number,
): Promise<string | undefined> => repo.findCambioTras(db, entidad, id, haceS)
