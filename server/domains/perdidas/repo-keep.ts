import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

const LOCK = 72665

/** One writer at a time: what is kept is of a moment after all that was said before. */
export async function lockPerdidas(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, 0)`.execute(tx)
}

/** The last thing said of each container that nobody took back. */
const DICHO = sql`dicho as materialized (
  select distinct on (s.dispositivo_id) s.id, s.dispositivo_id, s.clase, s.momento from perdida_asiento s
  where s.clase <> 'anulada' and not exists (select from perdida_asiento x where x.anula = s.id)
  order by s.dispositivo_id, s.id desc
)`

/**
 * The containers that are on a higher rung than the first, with the price of the day on which their silence began. Those that were heard of late,
 * most of a fleet, are left out by when they were heard alone, before anything else is asked of them.
 * @param ids of these alone; null: of all
 */
const AHORA = (ids: readonly number[] | null, zona: string) => sql`${DICHO}, callado as materialized (
  select e.dispositivo_id as id from dispositivo_estado e join ajuste a on a.empresa_id = e.empresa_id
  where e.ultimo_registro < now() - make_interval(mins => a.minutos_viejo)
    ${ids ? sql`and e.dispositivo_id = any(${ids as number[]}::bigint[])` : sql``}
  union select dispositivo_id from dicho ${ids ? sql`where dispositivo_id = any(${ids as number[]}::bigint[])` : sql``}
), ahora as materialized (
  select p.*, r.centimos from (
    select d.id, d.empresa_id, coalesce(d.familia, '') as familia, d.callado_desde as desde, s.id as asiento_id,
      peldano(d.callado_desde, d.lector_sin_senal, a.minutos_viejo, a.minutos_perdido, s.clase) as peldano
    from dispositivo_actual d join ajuste a on a.empresa_id = d.empresa_id
    left join dicho s on s.dispositivo_id = d.id and s.momento >= d.ultimo_registro
    where d.id = any(array(select id from callado)) and d.tipo <> 'Reader' and d.ultimo_registro is not null
  ) p left join lateral (
    select f.centimos from familia_precio f
    where f.empresa_id = p.empresa_id and f.familia in (p.familia, '') and f.desde <= (p.desde at time zone ${zona})::date
    order by f.familia = '', f.desde desc, f.id desc limit 1
  ) r on true
  where p.peldano <> 'visto'
)`

/** Keep what is on the ladder now. @param ids of these alone; null: of all */
export async function keepPerdida(tx: Db, ids: readonly number[] | null, zona: string): Promise<void> {
  await sql`with ${AHORA(ids, zona)}, fuera as (
      delete from perdida p where not exists (select from ahora n where n.id = p.dispositivo_id)
        ${ids ? sql`and p.dispositivo_id = any(${ids as number[]}::bigint[])` : sql``}
    )
    insert into perdida as p (dispositivo_id, empresa_id, familia, peldano, desde, centimos, asiento_id)
    select id, empresa_id, familia, peldano, desde, centimos, asiento_id from ahora
    on conflict (dispositivo_id) do update set empresa_id = excluded.empresa_id, familia = excluded.familia, peldano = excluded.peldano,
      desde = excluded.desde, centimos = excluded.centimos, asiento_id = excluded.asiento_id
    where p is distinct from excluded`.execute(tx)
}

/** Keep how many containers there are. */
export async function keepParque(tx: Db): Promise<void> {
  await sql`with ahora as materialized (
      select d.empresa_id, coalesce(d.familia, '') as familia, count(*)::int as n, count(e.dispositivo_id)::int as oidos
      from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id
      where d.tipo <> 'Reader' and d.eliminado is null group by 1, 2
    ), fuera as (
      delete from parque p where not exists (select from ahora a where a.empresa_id = p.empresa_id and a.familia = p.familia)
    )
    insert into parque as p (empresa_id, familia, n, oidos) select * from ahora
    on conflict (empresa_id, familia) do update set n = excluded.n, oidos = excluded.oidos where p is distinct from excluded`.execute(
    tx,
  )
}
