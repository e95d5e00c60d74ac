import { sql } from 'kysely'
import type { Open } from '../../parque/calendario/open-hours'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'

/** Companies with loops, and their plants with a calendar; '' is the clock of all other plants. */
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

/** Replaces the open clock of a plant. */
export async function saveClock(tx: Db, empresa: number, planta: string, a: Open): Promise<void> {
  // A second writer would insert the same rows beside those that the first has not committed yet.
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.reloj)}, 0)`.execute(tx)
  await sql`delete from reloj where empresa_id = ${empresa} and planta = ${planta}`.execute(tx)
  await sql`
    insert into reloj (empresa_id, planta, desde, hasta, antes_s)
    select ${empresa}, ${planta}, to_timestamp(d / 1000), to_timestamp(h / 1000), s / 1000
    from unnest(${a.inicios}::float8[], ${a.finales}::float8[], ${a.antes}::float8[]) as x(d, h, s)`.execute(
    tx,
  )
}

/** Queues the visits of containers that have fallen silent, or that were silent and are heard again. */
export async function askCallados(tx: Db): Promise<void> {
  await sql`
    insert into visita_pendiente (empresa_id, dispositivo_id, desde)
    select v.empresa_id, v.dispositivo_id, v.desde
    from estancia_viva e join visita_viva v on v.dispositivo_id = e.dispositivo_id
    where e.silencio and v.hasta is null
    union all
    select v.empresa_id, v.dispositivo_id, v.desde
    from visita_viva v join dispositivo_estado s on s.dispositivo_id = v.dispositivo_id
    where v.hasta is not null and s.ultimo_registro > v.hasta`.execute(tx)
}

/**
 * Replaces a request for all containers of a company by one request per container, including containers without a loop: they need arrivals
 * too. @returns whether there were any
 */
export async function spreadPendientes(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ empresa_id: number }>`
    delete from visita_pendiente where dispositivo_id is null returning empresa_id`.execute(tx)
  const empresas = [...new Set(rows.map((r) => r.empresa_id))]
  // The statement reads all visits.
  if (!empresas.length) return false
  await sql`
    with sin_medir as (
      -- What was measured of other stages, places or hours holds no more.
      delete from ciclo_medida where empresa_id = any(${empresas})
    ),
    fuera as (
      -- Containers whose family has no loop any more.
      delete from visita v where v.empresa_id = any(${empresas})
        and not exists (select from contenedor_ciclo c where c.dispositivo_id = v.dispositivo_id)
    )
    insert into visita_pendiente (empresa_id, dispositivo_id, desde)
    select empresa_id, id, timestamptz '-infinity' from dispositivo where tipo <> 'Reader' and empresa_id = any(${empresas})`.execute(
    tx,
  )
  return true
}

/** With two writers of the same container, the one with the older data could commit last. */
const lockParte = (tx: Db, parte: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.visitas)}, ${parte})`.execute(tx)

/**
 * Saves which containers wait behind an open cause of their reader, where that has changed. No visit is rebuilt meanwhile.
 * @param partes number of parts that are rebuilt in parallel
 */
export async function saveAverias(tx: Db, partes: number): Promise<void> {
  for (let parte = 0; parte < partes; parte++) await lockParte(tx, parte)
  await sql`
    update visita_viva v set causa_id = otra.causa_id from (
      select w.dispositivo_id, x.causa_id
      from visita_viva w left join contenedores_tras_causa(null) x on x.dispositivo_id = w.dispositivo_id
      where w.causa_id is distinct from x.causa_id
    ) otra where otra.dispositivo_id = v.dispositivo_id`.execute(tx)
}

/** One of `de` disjoint parts of all containers. */
export type Parte = { parte: number; de: number }

/**
 * Rebuilds the visits and arrivals of up to `cuantas` queued containers of a part, by id from `after` on: where each batch began at the front
 * again, it would pass what all before it took.
 * @returns the last id that was looked at; null: there are no more
 */
export async function takePendientes(
  tx: Db,
  cuantas: number,
  { parte, de }: Parte,
  after: number,
): Promise<{ n: number; last: number | null }> {
  await lockParte(tx, parte)
  // Else each batch would read the queue and all arrivals whole: some thousand rows of them are found faster by an index, the data is in memory.
  await sql`set local random_page_cost = 1.1`.execute(tx)
  const { rows } = await sql<{ n: number; last: number | null }>`
    with tomada as (
      delete from visita_pendiente p using (
        select id from visita_pendiente where dispositivo_id > ${after} and dispositivo_id % ${de} = ${parte}
        order by dispositivo_id limit ${cuantas}
      ) x where p.id = x.id returning p.dispositivo_id, p.desde
    ), una as (
      select dispositivo_id, min(desde) as desde from tomada group by 1
    )
    select rehacer_visitas(coalesce(array_agg(dispositivo_id order by dispositivo_id), '{}'),
      coalesce(array_agg(desde order by dispositivo_id), '{}'))::int as n, max(dispositivo_id)::float8 as last
    from una`.execute(tx)
  return rows[0] ?? { n: 0, last: null }
}
