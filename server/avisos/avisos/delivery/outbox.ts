import type { Db } from '../../../platform/db/client'
import { queueJobs } from '../../../platform/jobs/jobs'
import type { DeliveryQueue } from '../../../platform/jobs/queues'
import { groupBy } from '../../../platform/time/groups'
import { partsOf } from './destination'

/** Deliveries due later than this are queued by a later run of the sweep. */
const SOON_MS = 60_000

export type Urgency = 'grave' | 'normal' | 'vista'
export type Due = { destino: string; siguiente: Date }

/** A delivery that becomes due within the minute. */
export type Later = { destino: string; urgency: Urgency }

const queueOf = (destino: string, urgency: Urgency) =>
  `envios.${partsOf(destino).canal}.${urgency}` as DeliveryQueue

/**
 * Queues jobs for deliveries, in the transaction that creates these: one job per destination, so that no destination waits for another.
 * @param cause the origin of the deliveries. Transactions that queue jobs with the same key wait for each other, so each cause has keys of
 * its own; null: a transaction that does nothing else
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

/** Queues a delivery whose time has come. */
export const queueNow = (db: Db, { destino, urgency }: Later, now: Date): Promise<void> =>
  queueDeliveries(db, urgency, [{ destino, siguiente: now }], null, now)
