import { type RawBuilder, sql } from 'kysely'
import { DateTime } from 'luxon'
import type { Db } from '../../platform/db/client'
import { llegadasPorLugar } from './repo'

/** Up to this many containers with outdated arrivals are looked up in their stays; with more, all containers are. */
const MAX_PENDIENTES = 3000

type Times = { desde: Date; hasta: Date }
type Por = 'ubicacion' | 'lector'

/** Containers whose arrivals were not rebuilt yet; null: too many. */
async function listPendientes(db: Db, empresa: number | null): Promise<number[] | null> {
  const { rows } = await sql<{ id: number | null }>`
    select dispositivo_id as id from visita_pendiente where ${empresa}::int is null or empresa_id = ${empresa}
    limit ${MAX_PENDIENTES + 1}`.execute(db)
  const ids = rows.flatMap((r) => r.id ?? [])
  return rows.length > MAX_PENDIENTES || ids.length < rows.length ? null : [...new Set(ids)]
}

/** The local days of a period of whole days, the last one exclusive (null: up to now); undefined for any other period. */
function daysOf(p: Times, zona: string): { desde: string; hasta: string | null } | undefined {
  const desde = DateTime.fromJSDate(p.desde, { zone: zona })
  const hasta = DateTime.fromJSDate(p.hasta, { zone: zona })
  const now = hasta.toMillis() > Date.now()
  if (!desde.equals(desde.startOf('day')) || !(now || hasta.equals(hasta.startOf('day')))) return undefined
  return { desde: desde.toISODate() ?? '', hasta: now ? null : hasta.toISODate() }
}

/**
 * Common table expressions that end in `vista (lugar, n)`: arrivals counted from the stays, by place or by reader.
 * @param ids null: of all containers
 */
const ofStays = (por: Por, empresa: number | null, p: Times, ids: number[] | null) => sql`flota as (
    select id, empresa_id from dispositivo where tipo <> 'Reader' and (${empresa}::int is null or empresa_id = ${empresa})
      and ${ids ? sql`id = any(${ids}::bigint[])` : sql`true`}
  ), ${
    por === 'ubicacion'
      ? llegadasPorLugar(p, ids)
      : sql`llegan as (
    select coalesce(l.apodo, l.mac) as lugar from estancia_toda e
    join flota on flota.id = e.dispositivo_id and flota.empresa_id = e.empresa_id join dispositivo l on l.id = e.lector_id
    where e.desde >= ${p.desde} and e.desde < ${p.hasta} and e.acaba >= ${p.desde}
      and ${ids ? sql`e.dispositivo_id = any(${ids}::bigint[])` : sql`true`}
  )`
  }, vista as (select lugar, count(*) as n from llegan group by 1)`

/**
 * Common table expressions that end in `llegada_lugar (lugar, n)`: the number of stays that begin in the period, by place (joined as in
 * `llegadasPorLugar`) or by the reader that heard them first. Whole days are sums of stored counts; for containers that changed since, the
 * stays are read.
 */
export async function arrivalsOf(
  db: Db,
  por: Por,
  empresa: number | null,
  p: Times,
  zona: string,
): Promise<RawBuilder<unknown>> {
  const days = daysOf(p, zona)
  const ids = days ? await listPendientes(db, empresa) : null
  if (!days || !ids) return sql`${ofStays(por, empresa, p, null)}, llegada_lugar as (select * from vista)`
  const enDias = sql`dia >= ${days.desde}::date and (${days.hasta}::date is null or dia < ${days.hasta}::date)
    and (${empresa}::int is null or empresa_id = ${empresa})`
  return sql`${ofStays(por, empresa, p, ids)}, contada as (
    select lector_id, ubicacion_id, lugar, sum(estancias) as estancias, sum(llegadas) as llegadas from (
      select lector_id, ubicacion_id, lugar, estancias, llegadas from llegada_cuenta where ${enDias}
      union all
      select lector_id, ubicacion_id, lugar, -1, -nueva::int from llegada where dispositivo_id = any(${ids}::bigint[]) and ${enDias}
    ) x group by 1, 2, 3
  ), llegada_lugar as (
    select lugar, n from vista
    union all
    ${
      por === 'ubicacion'
        ? sql`select coalesce(u.nombre, c.lugar), c.llegadas from contada c left join ubicacion u on u.id = c.ubicacion_id
      where c.llegadas <> 0 and coalesce(u.nombre, c.lugar) <> ''`
        : sql`select coalesce(l.apodo, l.mac), c.estancias from contada c join dispositivo l on l.id = c.lector_id`
    }
  )`
}
