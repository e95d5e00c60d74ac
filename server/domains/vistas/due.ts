import type { Db } from '../../platform/db/client'
import { queueDeliveries } from '../avisos/delivery/outbox'
import { nextEnvio } from './cuando'
import { createEntrega, holdDue, listDue, saveNext } from './repo-envio'

/** A line of its own: no notice waits behind a file. */
const destinoOf = (usuario: number, envio: number) => `correo:${usuario}:vista ${envio}`

/** @returns whether there were any */
async function queueAlgunas(tx: Db, zona: string, now: Date): Promise<boolean> {
  const due = await holdDue(tx, now)
  for (const e of due) {
    // Who may not have it now may again later.
    if (e.puede) {
      const destino = destinoOf(e.usuario, e.id)
      await createEntrega(tx, e, destino, now)
      await queueDeliveries(tx, 'vista', [{ destino, siguiente: now }], e.siguiente.toISOString(), now)
    }
    await saveNext(tx, e.id, nextEnvio(now, e.cuando, e.hora, zona))
  }
  return due.length > 0
}

/**
 * Queue the views that are due to be mailed, each with when it is due next in the same transaction. What was due several
 * times while no process ran goes once.
 */
export async function queueVistas(db: Db, zona: string, now: Date): Promise<void> {
  while (await db.transaction().execute((tx) => queueAlgunas(tx, zona, now)));
}

/** Leave out the sendings that are due: each goes when it is due next. */
export async function skipVistas(tx: Db, zona: string, now: Date): Promise<void> {
  for (const e of await listDue(tx, now)) await saveNext(tx, e.id, nextEnvio(now, e.cuando, e.hora, zona))
}
