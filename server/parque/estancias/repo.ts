import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { MAX_ESTANCIAS } from '#contract/parque/estancias/values'
import type { Db } from '../../platform/db/client'
import type { Periodo } from '../../platform/time/period'
import type { UnjoinedStay } from './join'

/** Stays of a container that overlap the period, newest first, before they are joined; and whether there are more. */
export async function listUnjoinedStays(
  db: Db,
  id: number,
  p: Periodo,
): Promise<{ sueltas: UnjoinedStay[]; empresa: number; salidaMs: number; cortadas: boolean }> {
  const { rows } = await sql<UnjoinedStay & { salida: number; empresa: number }>`
    select e.lugar as ubicacion, u.planta, t.nombre as etapa, coalesce(l.apodo, l.mac) as lector, e.desde,
      coalesce(e.hasta, d.eliminado) as hasta, e.silencio, e.lat, e.lon, a.minutos_salida as salida, d.empresa_id as empresa
    from estancia_toda e
    join dispositivo d on d.id = e.dispositivo_id
    join ajuste a on a.empresa_id = d.empresa_id
    left join dispositivo l on l.id = e.lector_id
    left join ubicacion u on u.id = e.ubicacion_id
    left join lateral (
      select id from ciclo where empresa_id = d.empresa_id and (d.familia = any(familias) or familias = '{}')
      order by familias = '{}' limit 1
    ) c on true
    left join etapa_lugar p on p.ciclo_id = c.id and p.ubicacion_id = e.ubicacion_id
    left join etapa t on t.id = p.etapa_id
    where e.dispositivo_id = ${id} and e.desde < ${p.hasta} 
      and coalesce(e.hasta, d.eliminado, 'infinity') > ${p.desde}
    order by e.desde desc limit ${MAX_ESTANCIAS + 1}`.execute(db)
  const [first] = rows
  return {
    sueltas: rows.slice(0, MAX_ESTANCIAS),
    empresa: first?.empresa ?? 0,
    salidaMs: (first?.salida ?? 0) * 60_000,
    cortadas: rows.length > MAX_ESTANCIAS,
  }
}

/**
 * Common table expressions that end in `marcados`: stays of the containers of an earlier expression `fleet (id, empresa_id, …)`. `nuevo` is
 * 1 if a stay does not continue the one before it. Readers in one place count as one; a container that is not heard any more left at its
 * last reading.
 * @param desde stays that ended before are left out
 * @param ids the ids of these containers, if they are few: an array is pushed down through the view; null: any
 */
const marcadosOf = (
  desde: RawBuilder<unknown>,
  hasta: Date,
  ids: number[] | null,
): RawBuilder<unknown> => sql`sueltas as (
  select e.dispositivo_id, coalesce(e.lugar, ${SIN_UBICACION}) as lugar, e.desde, e.hasta, e.silencio,
    make_interval(mins => a.minutos_salida) as salida
  from estancia_toda e join flota on flota.id = e.dispositivo_id and flota.empresa_id = e.empresa_id
  join ajuste a on a.empresa_id = flota.empresa_id
  where (e.hasta is null or e.hasta >= ${desde}) and e.acaba >= ${desde} and e.desde < ${hasta}
    and ${ids ? sql`e.dispositivo_id = any(${ids}::bigint[])` : sql`true`}
), marcados as (
  select *, (lag(lugar) over w is distinct from lugar or lag(silencio) over w or lag(hasta) over w < desde - salida)::int as nuevo
  from sueltas
  window w as (partition by dispositivo_id order by desde)
)`

/** How long before a period a stay may end that one of the period continues. */
export const SALIDA = sql`(select make_interval(mins => max(minutos_salida)) from ajuste)`
/** Long enough for the start of nearly every stay of a period, and for the arrival of the container there before. */
const SESENTA_DIAS = sql`interval '60 days'`

/**
 * Common table expressions that end in `estancias (dispositivo_id, lugar, desde, hasta)`: stays by place of the containers of `fleet`,
 * joined as in `marcadosOf`. `hasta` is null while a stay goes on.
 * @param antes how long before the period stays may have ended. With `SALIDA`, a stay that begins before the period may begin later than it
 *   did, but not in the period
 */
export const estanciasPorLugar = (
  p: { desde: Date; hasta: Date },
  antes: RawBuilder<unknown> = SESENTA_DIAS,
): RawBuilder<unknown> => sql`${marcadosOf(sql`${p.desde}::timestamptz - ${antes}`, p.hasta, null)}, numerados as (
  select *, sum(nuevo) over (partition by dispositivo_id order by desde) as grupo from marcados
), estancias as (
  -- A group has one place. Grouped by that too, its rows would be sorted again.
  select dispositivo_id, min(lugar) as lugar, min(desde) as desde,
    case when bool_or(hasta is null) then null else max(hasta) end as hasta
  from numerados group by dispositivo_id, grupo
)`

/**
 * Common table expressions that end in `inicios (dispositivo_id, lugar, desde)`: where and when the stays of `estanciasPorLugar` begin, for
 * those that do not ask when they end.
 * @param antes as in `estanciasPorLugar`
 * @param ids as in `marcadosOf`
 */
export const iniciosPorLugar = (
  p: { desde: Date; hasta: Date },
  antes: RawBuilder<unknown> = SESENTA_DIAS,
  ids: number[] | null = null,
): RawBuilder<unknown> => sql`${marcadosOf(sql`${p.desde}::timestamptz - ${antes}`, p.hasta, ids)}, inicios as (
  select dispositivo_id, lugar, desde from marcados where nuevo = 1
)`

/**
 * Common table expressions that end in `llegan (lugar)`: one row for each stay at a known place that begins in the period.
 * @param ids as in `marcadosOf`
 */
export const llegadasPorLugar = (
  p: { desde: Date; hasta: Date },
  ids: number[] | null = null,
): RawBuilder<unknown> => sql`${iniciosPorLugar(p, SALIDA, ids)}, llegan as (
  select lugar from inicios where desde >= ${p.desde} and lugar <> ${SIN_UBICACION}
)`

/** Deletes stays that ended before the end of a month, `YYYYMM`. */
export async function removeEstanciasHasta(client: pg.ClientBase, month: string): Promise<void> {
  await client.query("delete from estancia where hasta < to_date($1, 'YYYYMM') + interval '1 month'", [month])
}
