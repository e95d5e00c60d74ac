import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import type { Open } from '../calendario/open-hours'

/** Companies that have loops, and those of their plants that have a calendar; '' is the clock of all others. */
export async function listClocks(
  db: Db,
  hasta: Date,
): Promise<{ empresa: number; planta: string; falta: boolean }[]> {
  const { rows } = await sql<{ empresa: number; planta: string; falta: boolean }>`
    select x.empresa, x.planta,
      not exists (select from reloj r where r.empresa_id = x.empresa and r.planta = x.planta and r.hasta > ${hasta})
      or exists (select from visita_pendiente p where p.empresa_id = x.empresa and p.dispositivo_id is null) as falta
    from (
      select distinct empresa_id as empresa, '' as planta from ciclo
      union select k.empresa_id, k.planta from calendario k where k.planta <> '' and exists (select from ciclo where empresa_id = k.empresa_id)
    ) x`.execute(db)
  return rows
}

/** What the open clock of a plant shows, anew. */
export async function saveClock(tx: Db, empresa: number, planta: string, a: Open): Promise<void> {
  await sql`delete from reloj where empresa_id = ${empresa} and planta = ${planta}`.execute(tx)
  await sql`
    insert into reloj (empresa_id, planta, desde, hasta, antes_s)
    select ${empresa}, ${planta}, to_timestamp(d / 1000), to_timestamp(h / 1000), s / 1000
    from unnest(${a.inicios}::float8[], ${a.finales}::float8[], ${a.antes}::float8[]) as x(d, h, s)`.execute(
    tx,
  )
}

/** Ask for the visits of containers that have fallen silent since, or are heard again where they had. */
export async function askCallados(tx: Db): Promise<void> {
  await sql`
    insert into visita_pendiente (empresa_id, dispositivo_id, desde)
    select v.empresa_id, v.dispositivo_id, v.desde
    from visita v
    join dispositivo_estado s on s.dispositivo_id = v.dispositivo_id
    join ajuste a on a.empresa_id = v.empresa_id
    where v.hasta is null and s.ultimo_registro < now() - make_interval(mins => a.minutos_salida)
      and exists (select from estancia_toda e where e.dispositivo_id = v.dispositivo_id and e.silencio
        and e.hasta = s.ultimo_registro)
    union all
    select v.empresa_id, v.dispositivo_id, v.desde
    from visita v join dispositivo_estado s on s.dispositivo_id = v.dispositivo_id
    where v.fin = 'silencio' and s.ultimo_registro > v.hasta
      and not exists (select from visita w where w.dispositivo_id = v.dispositivo_id and w.desde > v.desde)`.execute(
    tx,
  )
}

/** Companies that ask for all of theirs do so container by container, those that run through no loop too: they arrive as well. Returns whether there are any. */
export async function spreadPendientes(tx: Db): Promise<boolean> {
  const { rows } = await sql`
    with todas as (delete from visita_pendiente where dispositivo_id is null returning empresa_id),
    sin_medir as (
      -- What was measured of other stages, places or hours holds no more.
      delete from ciclo_medida m using todas t where m.empresa_id = t.empresa_id
    ),
    fuera as (
      -- Containers whose family has no loop any more.
      delete from visita v using todas t where v.empresa_id = t.empresa_id
        and not exists (select from contenedor_ciclo c where c.dispositivo_id = v.dispositivo_id)
    ),
    pedida as (
      insert into visita_pendiente (empresa_id, dispositivo_id, desde)
      select d.empresa_id, d.id, timestamptz '-infinity'
      from dispositivo d where d.tipo <> 'Reader' and d.empresa_id in (select empresa_id from todas)
    )
    select from todas limit 1`.execute(tx)
  return rows.length > 0
}

/** One of so many parts of all containers. */
export type Parte = { parte: number; de: number }

/** Make the visits and the arrivals of up to this many containers of a part that wait. Returns how many there were. */
export async function takePendientes(tx: Db, cuantas: number, { parte, de }: Parte): Promise<number> {
  // Of two that make visits of one container the one that saw less could come last.
  await sql`select pg_advisory_xact_lock(72664, ${parte})`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    with tomada as (
      delete from visita_pendiente p using (
        select id from visita_pendiente where dispositivo_id % ${de} = ${parte} order by dispositivo_id limit ${cuantas}
      ) x where p.id = x.id returning p.dispositivo_id, p.desde
    ), una as (
      select dispositivo_id, min(desde) as desde from tomada group by 1
    )
    select rehacer_visitas(coalesce(array_agg(dispositivo_id order by dispositivo_id), '{}'),
      coalesce(array_agg(desde order by dispositivo_id), '{}'))::int as n
    from una`.execute(tx)
  return rows[0]?.n ?? 0
}
