import type { Db } from '../db/cliente'
import { addNota, type Nota } from './repo'

/** Write down a change of something that is no row of a table; within `escribir`, whose caller is its author. */
export async function noteCambio(tx: Db, nota: Nota): Promise<void> {
  await addNota(tx, nota)
}
