import { queueDeliveries } from '../avisos/outbox'
import type { Db } from '../db/cliente'
import { nextEnvio } from './cuando'
import { createEntrega, holdDebidos, listDebidos, saveSiguiente } from './repo-envio'

/** A line of its own: no notice waits behind a file. */
const destinoDe = (usuario: number, envio: number) => `correo:${usuario}:vista ${envio}`

/** @returns whether there were any */
async function queueAlgunas(tx: Db, zona: string, ahora: Date): Promise<boolean> {
  const debidas = await holdDebidos(tx, ahora)
  for (const e of debidas) {
    // Who may not have it now may again later.
    if (e.puede) {
      const destino = destinoDe(e.usuario, e.id)
      await createEntrega(tx, e, destino, ahora)
      await queueDeliveries(tx, 'vista', [{ destino, siguiente: ahora }], e.siguiente.toISOString(), ahora)
    }
    await saveSiguiente(tx, e.id, nextEnvio(ahora, e.cuando, e.hora, zona))
  }
  return debidas.length > 0
}

/**
 * Queue the views that are due to be mailed, each with when it is due next in the same transaction. What was due several
 * times while no process ran goes once.
 */
export async function queueVistas(db: Db, zona: string, ahora: Date): Promise<void> {
  while (await db.transaction().execute((tx) => queueAlgunas(tx, zona, ahora)));
}

/** Leave out the sendings that are due: each goes when it is due next. */
export async function skipVistas(tx: Db, zona: string, ahora: Date): Promise<void> {
  for (const e of await listDebidos(tx, ahora))
    await saveSiguiente(tx, e.id, nextEnvio(ahora, e.cuando, e.hora, zona))
}
