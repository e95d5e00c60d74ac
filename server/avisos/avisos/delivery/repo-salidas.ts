import { sql } from 'kysely'
import type { CanalEntrega } from '#contract/avisos/avisos/values'
import type { Db } from '../../../platform/db/client'

/** SQL condition: whether anything may be sent now. */
export const SALE = sql<boolean>`not exists (select from salidas_retenidas)`

/** Holds everything that would be sent from now on. */
export async function holdSalidas(tx: Db): Promise<void> {
  await sql`insert into salidas_retenidas default values on conflict do nothing`.execute(tx)
}

export type Retenidas = {
  desde: Date
  /** Waiting deliveries by channel. */
  entregas: Partial<Record<CanalEntrega, number>>
  /** Views that are due to be mailed. */
  vistas: number
  /** Statements of partners that are due to be mailed. */
  extractos: number
}

/** What is held; null: nothing is. */
export async function readRetenidas(db: Db): Promise<Retenidas | null> {
  const { rows } = await sql<Retenidas>`
    select r.desde, (select count(*)::int from envio_vista where siguiente <= now()) as vistas,
      (select count(*)::int from extracto_envio where activo and siguiente <= now()) as extractos,
      (select coalesce(json_object_agg(canal, n), '{}') from
        (select canal, count(*)::int as n from entrega where estado = 'pendiente' group by 1) x) as entregas
    from salidas_retenidas r`.execute(db)
  return rows[0] ?? null
}

/** Deletes the waiting deliveries of one channel (null: of all). @returns how many there were */
export async function discardRetenidas(tx: Db, canal: CanalEntrega | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with fuera as (
      update entrega set estado = 'descartada', error = 'Retenida al restaurar una copia, y descartada.', terminada = now()
      where estado = 'pendiente' and (${canal}::text is null or canal = ${canal}) returning 1
    ) select count(*)::int as n from fuera`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Releases everything that is held; the time limit for retries starts now. @returns whether it was held */
export async function releaseSalidas(tx: Db): Promise<boolean> {
  const { rows } = await sql`delete from salidas_retenidas returning id`.execute(tx)
  if (!rows.length) return false
  await sql`update entrega set debida = now() where estado = 'pendiente' and envio_vista_id is null and debida < now()`.execute(
    tx,
  )
  return true
}
