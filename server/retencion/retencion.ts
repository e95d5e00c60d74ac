import type pg from 'pg'
import { transact } from '../db/transaccion'
import { dropParticion, dropTransiciones, listCaducadas, listTransicionesCaducadas } from './repo'

const DIA_MS = 24 * 3_600_000
const PRIMERA_MS = 60_000
const DIAS_TRANSICIONES = 90
const REINTENTO_MS = 10 * 60_000

/**
 * Drop the events of months that are older than the last `meses` whole ones, with their counts, a month at a time.
 * Returns the partitions that went.
 */
export async function pruneEventos(pool: pg.Pool, meses: number, zona: string): Promise<string[]> {
  const idas: string[] = []
  for (const p of await listCaducadas(pool, meses))
    if (await transact(pool, (cliente) => dropParticion(cliente, p, zona))) idas.push(p)
  return idas
}

/** Drop why places were told, of months that ended over 90 days ago. Returns the partitions that went. */
export async function pruneTransiciones(pool: pg.Pool): Promise<string[]> {
  const idas = await listTransicionesCaducadas(pool, DIAS_TRANSICIONES)
  for (const p of idas) await transact(pool, (cliente) => dropTransiciones(cliente, p))
  return idas
}

async function pruneTodo(pool: pg.Pool, meses: number | undefined, zona: string): Promise<void> {
  if (meses) await pruneEventos(pool, meses, zona)
  await pruneTransiciones(pool)
}

/**
 * Run once a day; a failure is reported and tried again soon.
 * @param meses whole months of events that are kept; undefined: all
 */
export function startRetencion(
  pool: pg.Pool,
  meses: number | undefined,
  zona: string,
  onFail: (e: unknown) => void,
) {
  let reloj: NodeJS.Timeout | undefined
  let enMarcha: Promise<void> = Promise.resolve()
  const wait = (ms: number) => {
    reloj = setTimeout(() => {
      enMarcha = pruneTodo(pool, meses, zona).then(
        () => wait(DIA_MS),
        (e) => {
          onFail(e)
          wait(REINTENTO_MS)
        },
      )
    }, ms).unref()
  }
  wait(PRIMERA_MS)
  return {
    async stop(): Promise<void> {
      clearTimeout(reloj)
      await enMarcha
      clearTimeout(reloj)
    },
  }
}
