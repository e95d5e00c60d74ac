import { queueDeliveries } from '../../avisos/avisos/delivery/outbox'
import type { Db } from '../../platform/db/client'
import { nextEnvio } from './cuando'
import { createEntrega, holdDue, listDue, saveNext } from './repo-envio'

/** A destination of its own, so that no notice waits for a file. */
const destinoOf = (usuario: number, envio: number) => `correo:${usuario}:vista ${envio}`

/** @returns whether any mail was due */
async function queueAlgunas(tx: Db, zona: string, now: Date): Promise<boolean> {
  const due = await holdDue(tx, now)
  for (const e of due) {
    // A receiver without access now may have it again later.
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
 * Queues the views that are due, and sets their next due time in the same transaction. A view that was due several times while no process
 * ran is sent once.
 */
export async function queueVistas(db: Db, zona: string, now: Date): Promise<void> {
  while (await db.transaction().execute((tx) => queueAlgunas(tx, zona, now)));
}

/** Skips the views that are due: each is sent at its next due time. */
export async function skipVistas(tx: Db, zona: string, now: Date): Promise<void> {
  for (const e of await listDue(tx, now)) await saveNext(tx, e.id, nextEnvio(now, e.cuando, e.hora, zona))
}
