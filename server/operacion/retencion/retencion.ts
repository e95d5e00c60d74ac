import type pg from 'pg'
import type { Db } from '../../platform/db/client'
import { transact } from '../../platform/db/transaccion'
import { doAll } from '../../platform/jobs/each'
import { pruneCambios } from '../datos/service'
import { pruneEpcis } from '../epcis/log/podar'
import { dropPartition, dropTransiciones, listCaducadas, listTransicionesCaducadas } from './repo'

const DAYS_TRANSICIONES = 90

/**
 * Deletes the events of months before the last `meses` whole ones, with their counts, a month at a time. @returns the dropped partitions
 */
export async function pruneEventos(pool: pg.Pool, months: number, zona: string): Promise<string[]> {
  const idas: string[] = []
  for (const p of await listCaducadas(pool, months))
    if (await transact(pool, (client) => dropPartition(client, p, zona))) idas.push(p)
  return idas
}

/** Deletes transitions and changes of months that ended over 90 days ago. @returns the dropped partitions */
export async function pruneTransiciones(pool: pg.Pool): Promise<string[]> {
  const idas = await listTransicionesCaducadas(pool, DAYS_TRANSICIONES)
  for (const p of idas) await transact(pool, (client) => dropTransiciones(client, p))
  return idas
}

/**
 * Deletes what is older than the retention.
 * @param months whole months of events to keep; undefined: all
 */
export async function pruneTodo(
  pool: pg.Pool,
  db: Db,
  months: number | undefined,
  zona: string,
): Promise<void> {
  await doAll(
    async () => months && pruneEventos(pool, months, zona),
    () => pruneTransiciones(pool),
    () => pruneCambios(pool),
    () => pruneEpcis(db),
  )
}
