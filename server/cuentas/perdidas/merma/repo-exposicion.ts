import { type RawBuilder, sql } from 'kysely'
import { type PorMerma, SIN_CLAVE } from '#contract/cuentas/perdidas/merma-values'
import type { Db } from '../../../platform/db/client'
import { LOCKS } from '../../../platform/db/locks'

/** The companies to count: those never counted, and all whose count is a day old or whose first containers are of these days. */
export async function listContables(db: Db, nuevas: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from empresa p left join exposicion_contada c on c.empresa_id = p.id
    where c.momento is null or not ${nuevas} and (c.momento < now() - interval '23 hours' or coalesce((
      select min(d.creado) from dispositivo d where d.empresa_id = p.id and d.tipo <> 'Reader'), now()) > now() - interval '2 days')
    order by 1`.execute(db)
  return rows.map((r) => r.id)
}

/** Serializes the writers of a company until the transaction ends. */
export async function lockExposicion(tx: Db, empresa: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.exposicion)}, ${empresa}::int)`.execute(tx)
}

export async function saveContada(tx: Db, empresa: number): Promise<void> {
  await sql`insert into exposicion_contada (empresa_id, momento) values (${empresa}, now())
    on conflict (empresa_id) do update set momento = excluded.momento`.execute(tx)
}

/** Until when the exposure is counted. @param empresa null: of all companies; null is returned where one was never counted */
export async function findContada(db: Db, empresa: number | null): Promise<Date | null> {
  const { rows } = await sql<{ momento: Date | null }>`
    select case when bool_and(c.momento is not null) then min(c.momento) end as momento
    from empresa p left join exposicion_contada c on c.empresa_id = p.id where ${empresa}::int is null or p.id = ${empresa}`.execute(
    db,
  )
  return rows[0]?.momento ?? null
}

const SENT = sql`in ('visto', 'salida', 'albaran') and m.fuera is null`
/** Containers that a movement sent to its partner, neither counted there nor of a family that was renamed. */
const CAME = sql`case when m.anula is null and m.clase ${SENT} then m.cantidad else 0 end`
/** Containers that were not sent after all: the movement takes another one back. */
const CAME_NOT = sql`case when m.anula is not null and (select o.clase from movimiento o where o.id = m.anula) ${SENT} then -m.cantidad else 0 end`

/**
 * The book has a lost container with its partner until somebody accepts the loss; it is exposed until it is declared lost. `t`, `n`: it ceases
 * to be exposed there, and later the book takes it away.
 */
const LOST = (empresa: number) => sql`
  select p.tercero_id as clave, x.t, x.n, 0 as entra
  from perdida_declarada p cross join lateral (
    select m.momento from movimiento m where m.dispositivo_id = p.dispositivo_id and m.a_id = p.tercero_id and m.momento <= p.momento
      and m.clase <> 'anulada' and not exists (select from movimiento y where y.anula = m.id)
    order by m.momento desc limit 1
  ) entra left join lateral (
    select m.momento from movimiento m where m.dispositivo_id = p.dispositivo_id and m.de_id = p.tercero_id and m.momento > entra.momento
      and m.clase <> 'anulada' and not exists (select from movimiento y where y.anula = m.id)
    order by m.momento limit 1
  ) sale on true
  cross join lateral (values (p.momento, -1), (sale.momento, 1)) x (t, n)
  where p.empresa_id = ${empresa} and p.recuperada is null and x.t is not null and coalesce(sale.momento > p.momento, true)`

type Changes = {
  /**
   * When containers began and ceased to be exposed under each key (`t`), how many (`n`, negative: they ceased), and how many of them came
   * (`entra`).
   */
  cambios: RawBuilder<unknown>
  /** The first of these moments. */
  primero: RawBuilder<unknown>
  /** What is known of earlier months is no longer complete: what was counted of them stays. */
  completo: RawBuilder<unknown>
}

const ALWAYS = sql`timestamptz '-infinity'`

/** A lost container is of the pool until it is declared, of a stage until it is heard last. */
const CHANGES: Record<PorMerma, (empresa: number) => Changes> = {
  familia: (empresa) => ({
    cambios: sql`
      select coalesce(nullif(d.familia, ''), ${SIN_CLAVE}) as clave, x.t, x.n, greatest(x.n, 0) as entra
      from dispositivo d left join (
        select dispositivo_id, max(momento) as momento from perdida_declarada where empresa_id = ${empresa} and recuperada is null group by 1
      ) f on f.dispositivo_id = d.id
      cross join lateral (
        select d.creado, 1 union all
        select greatest(least(d.eliminado, f.momento), d.creado), -1 where d.eliminado is not null or f.momento is not null
      ) x (t, n)
      where d.empresa_id = ${empresa} and d.tipo <> 'Reader'`,
    primero: sql`select min(creado) from dispositivo where empresa_id = ${empresa} and tipo <> 'Reader'`,
    completo: ALWAYS,
  }),
  etapa: (empresa) => ({
    cambios: sql`
      select etapa_id as clave, desde as t, 1 as n, 1 as entra from visita where empresa_id = ${empresa}
      union all
      select etapa_id, greatest(hasta, desde), -1, 0 from visita where empresa_id = ${empresa} and hasta is not null`,
    primero: sql`select min(desde) from visita where empresa_id = ${empresa}`,
    completo: sql`(select coalesce(min(hasta), '-infinity') from visita where empresa_id = ${empresa} and hasta is not null)`,
  }),
  tercero: (empresa) => ({
    cambios: sql`
      select m.a_id as clave, m.momento as t, m.cantidad as n, ${CAME} as entra
      from movimiento m where m.empresa_id = ${empresa} and m.a_id is not null
      union all
      select m.de_id, m.momento, -m.cantidad, ${CAME_NOT} from movimiento m where m.empresa_id = ${empresa} and m.de_id is not null
      union all ${LOST(empresa)}`,
    primero: sql`select min(momento) from movimiento where empresa_id = ${empresa}`,
    completo: ALWAYS,
  }),
}

/**
 * Counts the exposure of a company until now. Exposure in a month is what there was at its beginning for all of it, plus each change for the
 * rest of it: one pass over the changes, however many months each lasts. Moments are seconds since the first month.
 */
export async function keepExposicion(tx: Db, empresa: number, por: PorMerma, zona: string): Promise<void> {
  const { cambios, primero, completo } = CHANGES[por](empresa)
  const monthOf = (t: RawBuilder<unknown>) => sql`date_trunc('month', ${t} at time zone ${zona})`
  await sql`
    with meses as materialized (
      select array_agg(g::date order by g) as dia, array_agg(g at time zone ${zona} order by g) as t,
        date_part('epoch', min(g) at time zone ${zona}) as cero
      from generate_series(${monthOf(sql`(${primero})`)}, ${monthOf(sql`now()`)}, interval '1 month') g
    ), cambio as materialized (
      select c.clave, width_bucket(c.t, m.t) as i, sum(c.n)::float8 as n, sum(c.n * (date_part('epoch', c.t) - m.cero)) as nt,
        sum(c.entra)::int as entra
      from meses m cross join (${cambios}) c where c.t <= now() group by 1, 2
    ), mes as (
      select c.clave, i, m.dia[i] as mes, date_part('epoch', m.t[i]) - m.cero as desde,
        date_part('epoch', least(now(), (m.dia[i] + interval '1 month') at time zone ${zona})) - m.cero as hasta
      from (select clave, min(i) as primero from cambio group by 1) c cross join meses m
      cross join lateral generate_series(c.primero, array_length(m.dia, 1)) i
    ), ahora as materialized (
      select clave, mes, greatest(0, round(antes * (hasta - desde) + n * hasta - nt))::bigint as segundos, greatest(0, entra) as entradas
      from (
        select x.clave, x.mes, x.desde, x.hasta, coalesce(c.n, 0) as n, coalesce(c.nt, 0) as nt, coalesce(c.entra, 0) as entra,
          coalesce(sum(c.n) over (partition by x.clave order by x.i rows between unbounded preceding and 1 preceding), 0) as antes
        from mes x left join cambio c on c.clave = x.clave and c.i = x.i
      ) y
    ), corte as (
      select ${monthOf(completo)}::date as mes
    ), fuera as (
      delete from exposicion e using corte c where e.empresa_id = ${empresa} and e.por = ${por} and e.mes >= c.mes
        and not exists (select from ahora a where a.clave::text = e.clave and a.mes = e.mes)
    )
    insert into exposicion as e (empresa_id, por, clave, mes, segundos, entradas)
    select ${empresa}, ${por}, clave::text, mes, segundos, entradas from ahora
    on conflict (empresa_id, por, mes, clave) do update set (segundos, entradas) = (excluded.segundos, excluded.entradas)
    where e.mes >= (select mes from corte) and (e.segundos, e.entradas) is distinct from (excluded.segundos, excluded.entradas)`.execute(
    tx,
  )
}

export type Exposicion = { segundos: number; entradas: number }

/** Exposure between two moments of a calendar year, by key. @param empresa null: of all companies */
export async function sumExposicion(
  db: Db,
  { empresa, desde, hasta, zona }: { empresa: number | null; desde: Date; hasta: Date; zona: string },
  por: PorMerma,
): Promise<Map<string, Exposicion>> {
  const { rows } = await sql<Exposicion & { clave: string }>`
    select clave, sum(segundos)::float8 as segundos, sum(entradas)::int as entradas from exposicion
    where por = ${por} and (${empresa}::int is null or empresa_id = ${empresa})
      and mes >= date_trunc('month', ${desde}::timestamptz at time zone ${zona})::date
      and mes at time zone ${zona} < ${hasta}
    group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ clave, ...r }) => [clave, r]))
}
