import { destinoDeExtracto } from '../../../avisos/avisos/delivery/destination'
import { queueDeliveries } from '../../../avisos/avisos/delivery/outbox'
import type { Db } from '../../../platform/db/client'
import { formatMonth, lastMonth, nextFirst } from './mes'
import { createEntrega, holdDue, saveNext, skipDue } from './repo'

/** @returns whether any statement was due */
async function queueSome(tx: Db, zona: string, now: Date): Promise<boolean> {
  const due = await holdDue(tx, now)
  const mes = lastMonth(now, zona)
  const next = nextFirst(now, zona)
  for (const e of due) {
    if (e.puede) {
      const destino = destinoDeExtracto(e.tercero)
      await createEntrega(tx, { ...e, destino, mes, titulo: `Extracto de ${formatMonth(mes)}`, now })
      await queueDeliveries(tx, 'vista', [{ destino, siguiente: now }], mes, now)
    }
    await saveNext(tx, e.tercero, next)
  }
  return due.length > 0
}

/**
 * Queues the mails of last month's statements that are due, and sets their next due time in the same transaction. If no process ran for
 * months, only the last month is sent.
 */
export async function queueExtractos(db: Db, zona: string, now: Date): Promise<void> {
  while (await db.transaction().execute((tx) => queueSome(tx, zona, now)));
}

/** Skips the statements that are due: each is sent at its next due time. */
export const skipExtractos = (tx: Db, zona: string, now: Date): Promise<void> =>
  skipDue(tx, now, nextFirst(now, zona))
