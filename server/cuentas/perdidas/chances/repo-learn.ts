import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import type { Chance, SilenceCell } from './chance'

/** Silences that began longer ago are not used: they say little about today. */
const MONTHS = 24

/** Companies with silences to learn from. @param nuevas only those that were never learned from and have stays */
export async function listLearnable(db: Db, nuevas: boolean): Promise<number[]> {
  // The order has the index asked: `exists` would read all stays for each company that has none.
  const { rows } = await sql<{ id: number }>`
    select p.id from empresa p left join silencio_desde s on s.empresa_id = p.id
    where case when ${nuevas} then s.empresa_id is null and (select true from estancia e where e.empresa_id = p.id order by e.hasta limit 1)
      else s.empresa_id is not null end
    order by 1`.execute(db)
  return rows.map((r) => r.id)
}

/** From now on the ladder counts the silences that end. Silences that are over by now are counted from stays. */
export async function startCounting(tx: Db, empresa: number): Promise<void> {
  await sql`insert into silencio_desde (empresa_id, desde, atras) select ${empresa}, t, t from clock_timestamp() t
    on conflict do nothing`.execute(tx)
}

/**
 * Counts the silences from one month of stays (the month before the ones already counted) that ended before the ladder began to count.
 * Silences that begin during a causa are left out, as are those shorter than the shortest of the ladder.
 * @returns whether another month is left
 */
export async function countMonthBack(tx: Db, empresa: number): Promise<boolean> {
  const { rows } = await sql<{ sigue: boolean }>`
    with tramo as (
      update silencio_desde s set atras = s.atras - interval '1 month' from (select * from silencio_desde where empresa_id = ${empresa} for update) v
      where s.empresa_id = v.empresa_id and v.atras > now() - make_interval(months => ${MONTHS})
      returning s.desde as fin, s.atras as de, v.atras as a
    ), callado as materialized (
      select e.dispositivo_id, e.lector_id, e.ubicacion_id, e.hasta as desde, x.hasta
      from tramo t join estancia e on e.empresa_id = ${empresa} and e.hasta >= t.de and e.hasta < t.a and e.silencio
      join ajuste a on a.empresa_id = e.empresa_id
      join dispositivo d on d.id = e.dispositivo_id and d.empresa_id = e.empresa_id and d.tipo <> 'Reader'
      left join dispositivo_estado s on s.dispositivo_id = d.id
      cross join lateral (
        select least((select n.desde from estancia n where n.dispositivo_id = e.dispositivo_id and n.desde >= e.hasta order by n.desde limit 1),
          case when s.lector_desde >= e.hasta then s.lector_desde end) as hasta
      ) x
      where x.hasta <= t.fin and x.hasta - e.hasta >= make_interval(mins => a.minutos_viejo)
        and not exists (
          select from causa k where k.empresa_id = e.empresa_id and k.clase <> 'reloj' and (k.lector_id = e.lector_id or k.clase = 'nuestra')
            and tras_causa(e.hasta, k.desde, k.hasta, a.minutos_lector_sin_senal)
        )
    ), hecha as (
      insert into silencio_cuenta as c (empresa_id, mes, etapa_id, celda, vueltos, bajas)
      select ${empresa}, date_trunc('month', f.desde at time zone 'utc')::date, coalesce(l.etapa_id, 0), celda_silencio(f.hasta - f.desde), count(*), 0
      from callado f left join dispositivo r on r.id = f.lector_id
      left join contenedor_ciclo k on k.dispositivo_id = f.dispositivo_id
      left join etapa_lugar l on l.ciclo_id = k.ciclo_id and l.ubicacion_id = coalesce(f.ubicacion_id, r.ubicacion_id)
      group by 2, 3, 4
      on conflict (empresa_id, mes, etapa_id, celda) do update set vueltos = c.vueltos + excluded.vueltos
    )
    select exists (select from tramo where de > now() - make_interval(months => ${MONTHS})) as sigue`.execute(
    tx,
  )
  return rows[0]?.sigue ?? false
}

/** The silences of a company to learn from, open ones included, by stage (0: none) and cell. Those that began too long ago are deleted. */
export async function listCells(tx: Db, empresa: number): Promise<(SilenceCell & { etapa: number })[]> {
  await sql`delete from silencio_cuenta where empresa_id = ${empresa} and mes < (now() - make_interval(months => ${MONTHS + 1}))::date`.execute(
    tx,
  )
  const { rows } = await sql<SilenceCell & { etapa: number }>`
    select etapa_id as etapa, celda, sum(vueltos)::int as vueltos, sum(siguen)::int as siguen from (
      select case when exists (select from etapa t where t.id = c.etapa_id) then c.etapa_id else 0 end as etapa_id, celda, vueltos, bajas as siguen
      from silencio_cuenta c where empresa_id = ${empresa}
      union all
      select coalesce(etapa_id, 0), celda_silencio(now() - desde), 0, 1 from perdida join ajuste using (empresa_id)
      where empresa_id = ${empresa} and desde >= now() - make_interval(months => ${MONTHS}) and desde < now() - make_interval(mins => minutos_viejo)
    ) x group by 1, 2`.execute(tx)
  return rows
}

/** Replaces what was learned. @param porEtapa stage 0: all stages */
export async function saveChances(
  tx: Db,
  empresa: number,
  porEtapa: ReadonlyMap<number, readonly Chance[]>,
): Promise<void> {
  await sql`delete from silencio_vuelve where empresa_id = ${empresa}`.execute(tx)
  const rows = [...porEtapa].flatMap(([etapa, chances]) => chances.map((c) => ({ etapa, ...c })))
  await sql`insert into silencio_vuelve (empresa_id, etapa_id, celda, n, vuelve, bajo, alto)
    select ${empresa}, etapa, celda, n, vuelve, bajo, alto
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (etapa bigint, celda int, n int, vuelve real, bajo real, alto real)`.execute(
    tx,
  )
}
