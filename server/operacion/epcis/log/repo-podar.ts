import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** For how many whole months a company keeps its published events. */
export type Guarda = { empresa: number; meses: number }

/** Settings of the companies that have saved any. */
export async function listAjustes(db: Db): Promise<Guarda[]> {
  const { rows } = await sql<Guarda>`
    select empresa_id as empresa, meses from epcis_ajuste order by 1`.execute(db)
  return rows
}

/** A part deleted from the beginning of a log: its last event, when that was recorded, and the number of events. */
export type Tramo = { id: number; momento: Date; cuantos: number }

/**
 * Deletes up to `cuantos` events from the beginning of a company's log that were recorded before the last `meses` whole months (UTC), with
 * their published facts. Events that a subscription has still to send are kept.
 * @returns undefined: there was nothing to delete
 */
export async function removePrimeros(
  tx: Db,
  { empresa, meses }: Guarda,
  cuantos: number,
): Promise<Tramo | undefined> {
  await sql`select set_config('retorna.podar', 'si', true)`.execute(tx)
  const { rows } = await sql<{ id: number | null; momento: Date; cuantos: number }>`
    with fuera as (
      delete from epcis_evento where id in (
        select id from epcis_evento
        where empresa_id = ${empresa}
          and record_time < (date_trunc('month', now() at time zone 'utc') - make_interval(months => ${meses})) at time zone 'utc'
          and id <= coalesce((select min(cursor) from epcis_suscripcion where empresa_id = ${empresa}), ${Number.MAX_SAFE_INTEGER}::bigint)
        order by id limit ${cuantos})
      returning id, record_time
    )
    select max(id) as id, max(record_time) as momento, count(*)::int as cuantos from fuera`.execute(tx)
  await sql`select set_config('retorna.podar', 'no', true)`.execute(tx)
  const [t] = rows
  return t && t.id !== null ? { ...t, id: t.id } : undefined
}

export async function savePodado(tx: Db, empresa: number, t: Tramo): Promise<void> {
  await sql`update epcis_ajuste set podado_id = ${t.id}, podado = ${t.momento} where empresa_id = ${empresa}`.execute(
    tx,
  )
}

type Nombre = { clase: string; uri: string }

/** Names that no event of the company uses any more. Reads the whole log. */
export async function listSinEvento(db: Db, empresa: number): Promise<Nombre[]> {
  const { rows } = await sql<Nombre>`
    select n.clase, n.uri from epcis_nombre n where n.empresa_id = ${empresa}
    except
    select x.clase, x.uri from epcis_evento e cross join lateral (
      values ('eventType', e.tipo), ('bizStep', e.biz_step), ('disposition', e.disposition), ('readPoint', e.read_point),
        ('bizLocation', e.biz_location), ('epc', e.parent_id)
      union all select 'epc', unnest(e.epcs)
    ) as x(clase, uri) where e.empresa_id = ${empresa} and x.uri is not null`.execute(db)
  return rows
}

/** Deletes those of these names that no event after `desde` uses: events published meanwhile may use them again. */
export async function removeNombres(
  tx: Db,
  empresa: number,
  nombres: readonly Nombre[],
  desde: number,
): Promise<void> {
  await sql`
    delete from epcis_nombre n
    using unnest(${nombres.map((n) => n.clase)}::text[], ${nombres.map((n) => n.uri)}::text[]) as x(clase, uri)
    where n.empresa_id = ${empresa} and n.clase = x.clase and n.uri = x.uri and not exists (
      select from epcis_evento e where e.empresa_id = ${empresa} and e.id > ${desde}
        and (x.uri = any(e.epcs) or x.uri in (e.parent_id, e.tipo, e.biz_step, e.disposition, e.read_point, e.biz_location)))`.execute(
    tx,
  )
}

/** The last event deleted from a company's log; 0: none. */
export async function findPodado(db: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select podado_id as id from epcis_ajuste where empresa_id = ${empresa}`.execute(db)
  return rows[0]?.id ?? 0
}
