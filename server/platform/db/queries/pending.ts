import { sql } from 'kysely'
import type { Db } from '../client'

/** Tables to which triggers add a row for each device whose facts changed. `dispositivo_id` null: all devices of a company. */
type Table = 'custodia_pendiente' | 'epcis_pendiente'

/** A device to reprocess, from a moment on. */
export type Pending = { id: number; desde: Date }

/** Take some due devices, those that have waited longest. */
export async function takePending(
  tx: Db,
  table: Table,
  empresa: number,
  cuantos: number,
): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    with los as (
      select dispositivo_id from ${sql.table(table)}
      where empresa_id = ${empresa} and dispositivo_id is not null and cuando <= now()
      group by 1 order by min(cuando) limit ${cuantos}
    ), fuera as (
      delete from ${sql.table(table)} p using los where p.empresa_id = ${empresa} and p.dispositivo_id = los.dispositivo_id
      returning p.dispositivo_id, p.desde
    )
    select dispositivo_id as id, greatest(min(desde), 'epoch') as desde from fuera group by 1 order by 1`.execute(
    tx,
  )
  return rows
}

/** Add devices that are to be reprocessed at `cuando`. */
export async function addPending(
  tx: Db,
  table: Table,
  empresa: number,
  rows: readonly (Pending & { cuando: Date })[],
): Promise<void> {
  if (!rows.length) return
  await sql`
    insert into ${sql.table(table)} (empresa_id, dispositivo_id, desde, cuando)
    select ${empresa}, d, x, c from unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.desde)}::timestamptz[],
      ${rows.map((r) => r.cuando)}::timestamptz[]) as t(d, x, c)`.execute(tx)
}
