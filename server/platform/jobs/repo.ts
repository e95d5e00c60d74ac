import { sql } from 'kysely'
import type pg from 'pg'
import type { NombreTrabajo } from '#contract/valores/salud'
import type { Db } from '../db/client'

/** Where pg-boss keeps its tables: apart from ours, and in no copy. */
export const SCHEMA = 'jobs'

/**
 * Drop the queues of pg-boss 10, which releases before this one kept in a schema `trabajos`, once none of them is at work: each asks for
 * jobs every minute. What waited there is found again by the sweeps.
 */
export async function dropOldQueues(pool: pg.Pool): Promise<void> {
  await pool.query(`
    do $$ begin
      if to_regclass('trabajos.job') is not null then
        if not exists (select from trabajos.job where created_on > now() - interval '10 minutes') then
          drop schema trabajos cascade;
        end if;
      end if;
    end $$`)
}

/** @param ms how long it took */
export async function noteHecho(pool: pg.Pool, nombre: NombreTrabajo, ms: number): Promise<void> {
  await pool.query(
    `insert into trabajo_resultado (nombre, hecho, ms) values ($1, now(), $2)
     on conflict (nombre) do update set hecho = excluded.hecho, ms = excluded.ms, fallos = 0`,
    [nombre, Math.round(ms)],
  )
}

/** @param error why, for people */
export async function noteFallado(pool: pg.Pool, nombre: NombreTrabajo, error: string): Promise<void> {
  await pool.query(
    `insert into trabajo_resultado as r (nombre, fallado, error, fallos) values ($1, now(), $2, 1)
     on conflict (nombre) do update set fallado = excluded.fallado, error = excluded.error, fallos = r.fallos + 1`,
    [nombre, error],
  )
}

export type TrabajoRow = {
  nombre: string
  esperan: number
  en_marcha: number
  espera_desde: Date | null
  hecho: Date | null
  ms: number | null
  fallado: Date | null
  error: string | null
  fallos: number
}

/** What waits and what became of the last ones, for each kind that was ever asked for. The runner keeps what is done for an hour only. */
export async function listEstadoTrabajos(db: Db): Promise<TrabajoRow[]> {
  const { rows } = await sql<TrabajoRow>`
    with cola as (
      select split_part(name, '.', 1) as name, count(*) filter (where state in ('created', 'retry'))::int as esperan,
        count(*) filter (where state = 'active')::int as en_marcha,
        min(start_after) filter (where state in ('created', 'retry') and start_after <= now()) as espera_desde
      from ${sql.ref(`${SCHEMA}.job`)} where state in ('created', 'retry', 'active') group by 1)
    select coalesce(c.name, r.nombre) as nombre, coalesce(c.esperan, 0) as esperan, coalesce(c.en_marcha, 0) as en_marcha,
      c.espera_desde, r.hecho, r.ms, r.fallado, r.error, coalesce(r.fallos, 0) as fallos
    from cola c full join trabajo_resultado r on r.nombre = c.name`.execute(db)
  return rows
}
