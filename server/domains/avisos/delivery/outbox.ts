import type { Db } from '../../../platform/db/client'
import { queueJobs } from '../../../platform/jobs/jobs'
import type { DeliveryQueue } from '../../../platform/jobs/queues'
import { groupBy } from '../../../platform/time/groups'
import { partsOf } from './destination'

/** What is due later than this is found by the sweep of that minute. */
const SOON_MS = 60_000

export type Urgency = 'grave' | 'normal' | 'vista'
export type Due = { destino: string; siguiente: Date }

/** What is due within the minute, until it is. */
export type Later = { destino: string; urgency: Urgency }

const queueOf = (destino: string, urgency: Urgency) =>
  `envios.${partsOf(destino).canal}.${urgency}` as DeliveryQueue

/**
 * Ask for deliveries to be sent once they are due, in the transaction that makes them so: a job for each destination, so that none waits
 * behind another one.
 * @param cause what makes them due. Transactions that queue jobs of one key wait for each other, so each cause has keys of its own;
 * null: a transaction that does nothing else
 */
export async function queueDeliveries(
  tx: Db,
  urgency: Urgency,
  deliveries: readonly Due[],
  cause: string | null,
  now: Date,
): Promise<void> {
  const soon = deliveries
    .filter((d) => d.siguiente.getTime() - now.getTime() < SOON_MS)
    .toSorted((a, b) => (a.destino < b.destino ? -1 : 1))
  const queues = groupBy(soon, (d) => (d.siguiente > now ? 'envios.later' : queueOf(d.destino, urgency)))
  for (const [queue, due] of queues)
    await queueJobs(
      tx,
      queue,
      due.map(({ destino, siguiente }) => ({
        data: { destino, urgency } satisfies Later,
        key: cause === null ? destino : `${destino} ${cause}`,
        ...(siguiente > now && { after: siguiente }),
      })),
    )
}

/** The time of a delivery has come. */
export const queueNow = (db: Db, { destino, urgency }: Later, now: Date): Promise<void> =>
  queueDeliveries(db, urgency, [{ destino, siguiente: now }], null, now)
