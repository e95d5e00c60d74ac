import type pg from 'pg'
import { transact } from '../../platform/db/transaccion'
import { pruneCambios } from '../datos/service'
import { dropPartition, dropTransiciones, listCaducadas, listTransicionesCaducadas } from './repo'

const DAYS_TRANSICIONES = 90

/**
 * Drop the events of months that are older than the last `meses` whole ones, with their counts, a month at a time.
 * Returns the partitions that went.
 */
export async function pruneEventos(pool: pg.Pool, months: number, zona: string): Promise<string[]> {
  const idas: string[] = []
  for (const p of await listCaducadas(pool, months))
    if (await transact(pool, (client) => dropPartition(client, p, zona))) idas.push(p)
  return idas
}

/** Drop what changed and why places were reported, of months that ended over 90 days ago. Returns the partitions that went. */
export async function pruneTransiciones(pool: pg.Pool): Promise<string[]> {
  const idas = await listTransicionesCaducadas(pool, DAYS_TRANSICIONES)
  for (const p of idas) await transact(pool, (client) => dropTransiciones(client, p))
  return idas
}

/**
 * Drop what is too old.
 * @param meses whole months of events that are kept; undefined: all
 */
export async function pruneTodo(pool: pg.Pool, months: number | undefined, zona: string): Promise<void> {
  if (months) await pruneEventos(pool, months, zona)
  await pruneTransiciones(pool)
  await pruneCambios(pool)
}
