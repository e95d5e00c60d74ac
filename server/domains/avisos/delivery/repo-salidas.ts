import { sql } from 'kysely'
import type { CanalEntrega } from '#contract/valores/avisos/avisos'
import type { Db } from '../../../platform/db/client'

/** Of a statement: whether anything may leave now. */
export const SALE = sql<boolean>`not exists (select from salidas_retenidas)`

/** Nothing leaves from now on. */
export async function holdSalidas(tx: Db): Promise<void> {
  await sql`insert into salidas_retenidas default values on conflict do nothing`.execute(tx)
}

export type Retenidas = {
  desde: Date
  /** Deliveries that wait, by their channel. */
  entregas: Partial<Record<CanalEntrega, number>>
  /** Views that are due to be mailed. */
  vistas: number
}

/** What is held; null: everything leaves. */
export async function readRetenidas(db: Db): Promise<Retenidas | null> {
  const { rows } = await sql<Retenidas>`
    select r.desde, (select count(*)::int from envio_vista where siguiente <= now()) as vistas,
      (select coalesce(json_object_agg(canal, n), '{}') from
        (select canal, count(*)::int as n from entrega where estado = 'pendiente' group by 1) x) as entregas
    from salidas_retenidas r`.execute(db)
  return rows[0] ?? null
}

/** Drop the deliveries that wait, of one channel (null: of all). @returns how many there were */
export async function discardRetenidas(tx: Db, canal: CanalEntrega | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with fuera as (
      update entrega set estado = 'descartada', error = 'Retenida al restaurar una copia, y descartada.', terminada = now()
      where estado = 'pendiente' and (${canal}::text is null or canal = ${canal}) returning 1
    ) select count(*)::int as n from fuera`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Everything leaves again; how long a delivery may be tried for counts from now. @returns whether it was held */
export async function releaseSalidas(tx: Db): Promise<boolean> {
  const { rows } = await sql`delete from salidas_retenidas returning id`.execute(tx)
  if (!rows.length) return false
  await sql`update entrega set debida = now() where estado = 'pendiente' and envio_vista_id is null and debida < now()`.execute(
    tx,
  )
  return true
}
