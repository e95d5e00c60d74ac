import { sql } from 'kysely'
import type pg from 'pg'
import type { NombreTrabajo } from '#contract/operacion/salud/values'
import type { Db } from '../db/client'

/** Schema of the tables of pg-boss: separate from the product's tables, and in no copy. */
export const SCHEMA = 'jobs'

/**
 * Drop the queues of pg-boss 10, which earlier releases kept in the schema `trabajos`, once no process works on them: each polls for jobs
 * every minute. The sweeps find again what waited there.
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

/**
 * Let jobs go on after the database's clock was ahead: what it wrote then lies in the future, and pg-boss would wait until it has come.
 */
export async function bringBackJobs(pool: pg.Pool): Promise<void> {
  const future = (c: string) => `${c} > now() + interval '5 minutes'`
  const columns = {
    version: ['cron_on', 'bam_on', 'flow_on', 'reindex_on'],
    queue: ['monitor_claim_on', 'monitor_on', 'maintain_on'],
  }
  for (const [table, names] of Object.entries(columns))
    await pool.query(
      `update ${SCHEMA}.${table} set ${names.map((c) => `${c} = least(${c}, now())`).join(', ')}
       where ${names.map(future).join(' or ')}`,
    )
  await pool.query(
    `update ${SCHEMA}.job set start_after = now() + (start_after - created_on), created_on = now()
     where state in ('created', 'retry') and ${future('created_on')}`,
  )
  await pool.query(
    `update ${SCHEMA}.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
     where state = 'active' and (${future('started_on')} or ${future('heartbeat_on')})`,
  )
}

/** @param ms how long the job took */
export async function noteHecho(pool: pg.Pool, nombre: NombreTrabajo, ms: number): Promise<void> {
  await pool.query(
    `insert into trabajo_resultado (nombre, hecho, ms) values ($1, now(), $2)
     on conflict (nombre) do update set hecho = excluded.hecho, ms = excluded.ms, fallos = 0`,
    [nombre, Math.round(ms)],
  )
}

/** @param error the reason, for people */
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

/**
 * For each kind of job that was ever queued: how many wait, and the outcome of the last ones. pg-boss keeps finished jobs for an hour only.
 */
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
