import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import { priceOn } from './repo-price'

/** What is updated at once: a company, or (`ids`) only these containers of it. */
export type Scope = { empresa: number; ids: readonly number[] | null }

/**
 * Serializes the writers of a company until the transaction ends: what is saved must include everything that users said before. Whoever
 * locks several companies locks them in the order of their numbers.
 */
export async function lockPerdidas(tx: Db, empresa: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.perdidas)}, ${empresa}::int)`.execute(tx)
}

const isOf = (column: string, ids: readonly number[] | null) =>
  ids ? sql`and ${sql.ref(column)} = any(${ids as number[]}::bigint[])` : sql``

/** The last statement about each container that was not taken back. */
const dichoOf = (empresa: number) => sql`dicho as materialized (
  select distinct on (s.dispositivo_id) s.id, s.dispositivo_id, s.clase, s.momento, s.por_silencio, s.recuento_id,
    case when s.clase = 'busqueda' then s.lleva_id end as lleva_id
  from perdida_asiento s
  where s.empresa_id = ${empresa} and s.clase <> 'anulada' and not exists (select from perdida_asiento x where x.anula = s.id)
  order by s.dispositivo_id, s.id desc
)`

/**
 * Searches that stand for what a closed count did not find. Readings at the place where it missed the container do not end them. They end where
 * readers hear it at another place, where somebody scanned it (known since, and scanned after that count was opened), or said where it is.
 */
const BUSCADO = sql`buscado as materialized (
  select b.id from perdida_asiento b join recuento r on r.id = b.recuento_id
  left join dispositivo_estado e on e.dispositivo_id = b.dispositivo_id left join dispositivo x on x.id = e.lector_id
  where b.id in (select id from dicho)
    and (e.ultimo_registro <= b.momento
      or coalesce(e.ubicacion_id, x.ubicacion_id, b.ubicacion_id) is not distinct from b.ubicacion_id)
    and not exists (
      select from estancia n left join dispositivo l on l.id = n.lector_id where n.dispositivo_id = b.dispositivo_id and n.desde > b.momento
        and coalesce(n.ubicacion_id, l.ubicacion_id, b.ubicacion_id) is distinct from b.ubicacion_id
    ) and not exists (
      select from recuento_escaneo c where c.dispositivo_id = b.dispositivo_id and c.recibido > b.momento and c.momento >= date_trunc('milliseconds', r.abierto)
        and c.anula is null and not exists (
          select from recuento_escaneo y where y.recuento_id = c.recuento_id and y.dispositivo_id = c.dispositivo_id and y.anula = c.id
        )
    ) and not exists (
      select from confirmacion f where f.dispositivo_id = b.dispositivo_id and f.momento > b.momento and f.retirada is null
    )
)`

/**
 * Containers above the first rung, with the price of the day on which their silence began. Most of a fleet was heard recently: those
 * containers are filtered out by the last reading before anything is joined.
 */
const ahoraOf = (
  { empresa, ids }: Scope,
  zona: string,
) => sql`${dichoOf(empresa)}, ${BUSCADO}, callado as materialized (
  select e.dispositivo_id as id from dispositivo_estado e join ajuste a on a.empresa_id = e.empresa_id
  where e.empresa_id = ${empresa} and e.ultimo_registro < now() - make_interval(mins => a.minutos_viejo)
    ${isOf('e.dispositivo_id', ids)}
  union select dispositivo_id from dicho where true ${isOf('dispositivo_id', ids)}
), plazo as materialized (
  select * from perdida_plazo where empresa_id = ${empresa}
), ahora as materialized (
  select p.*, r.centimos, t.etapa_id, v.vuelve, v.bajo, v.alto, v.n, v.etapa_id <> 0 as propia,
    round(r.centimos * (1 - v.vuelve::float8))::int as esperada
  from (
    select d.id, d.empresa_id, coalesce(d.familia, '') as familia, d.callado_desde as desde, s.id as asiento_id, s.lleva_id, u.id as ubicacion_id,
      d.ultimo_registro as oido,
      peldano_de(d.callado_desde, d.lector_sin_senal, a.minutos_viejo, a.minutos_perdido, coalesce(z.busca, g.busca),
        coalesce(z.propone, g.propone), case when not s.por_silencio then s.clase end) as peldano
    from dispositivo_actual d join ajuste a on a.empresa_id = d.empresa_id
    left join dicho s on s.dispositivo_id = d.id
      and case when s.recuento_id is null then s.momento >= d.ultimo_registro else s.id in (select id from buscado) end
    left join dispositivo_estado e on e.dispositivo_id = d.id left join dispositivo x on x.id = e.lector_id
    left join ubicacion u on u.id = coalesce(e.ubicacion_id, x.ubicacion_id)
    left join plazo z on z.empresa_id = d.empresa_id and z.planta = u.planta join plazo g on g.empresa_id = d.empresa_id and g.planta = ''
    where d.id = any(array(select id from callado)) and d.tipo <> 'Reader' and d.ultimo_registro is not null
  ) p left join lateral ${priceOn(sql`p.empresa_id`, sql`p.familia`, sql`(p.desde at time zone ${zona})::date`)} r on true
  left join lateral (
    select l.etapa_id from contenedor_ciclo c join etapa_lugar l on l.ciclo_id = c.ciclo_id and l.ubicacion_id = p.ubicacion_id
    where c.dispositivo_id = p.id
  ) t on true
  left join lateral (
    select w.* from silencio_vuelve w
    where w.empresa_id = p.empresa_id and w.etapa_id in (0, t.etapa_id) and w.celda = celda_silencio(now() - p.desde)
    order by w.etapa_id desc limit 1
  ) v on true
  where p.peldano <> 'visto'
)`

/** Ids of the containers that are newly proposed as lost, that somebody else is to search for now, and that are on no rung any more. */
type Movidos = { propuestas: number[]; buscados: number[]; fuera: number[] }

/**
 * Saves the current ladder, and counts the silences that ended since: the container was heard again or deleted. A silence has not ended
 * where a causa now explains it or the company raised its limit, and there was none where the container was heard while it was searched for.
 */
export async function keepPerdida(tx: Db, scope: Scope, zona: string): Promise<Movidos> {
  const { empresa, ids } = scope
  // Every part of the statement reads the ladder as it was before.
  const { rows } = await sql<{ id: number; que: keyof Movidos }>`with ${ahoraOf(scope, zona)}, fuera as (
      delete from perdida p where p.empresa_id = ${empresa} and not exists (select from ahora n where n.id = p.dispositivo_id)
        ${isOf('p.dispositivo_id', ids)}
      returning p.dispositivo_id, p.empresa_id, p.etapa_id, p.desde
    ), acabado as (
      select f.empresa_id, f.etapa_id, f.desde, d.eliminado is null as vuelto,
        case when d.eliminado is not null then d.eliminado when e.lector_desde > f.desde then e.lector_desde else e.ultimo_registro end as hasta
      from fuera f join silencio_desde s on s.empresa_id = f.empresa_id join dispositivo d on d.id = f.dispositivo_id
      left join dispositivo_estado e on e.dispositivo_id = d.id
      where d.eliminado is not null or e.ultimo_registro > f.desde
    ), contado as (
      insert into silencio_cuenta as c (empresa_id, mes, etapa_id, celda, vueltos, bajas)
      select empresa_id, date_trunc('month', desde at time zone 'utc')::date, coalesce(etapa_id, 0), celda_silencio(hasta - desde),
        count(*) filter (where vuelto), count(*) filter (where not vuelto)
      from acabado join ajuste using (empresa_id) where hasta - desde >= make_interval(mins => minutos_viejo) group by 1, 2, 3, 4
      on conflict (empresa_id, mes, etapa_id, celda) do update set vueltos = c.vueltos + excluded.vueltos, bajas = c.bajas + excluded.bajas
    ), puesta as (
      insert into perdida (dispositivo_id, empresa_id, familia, peldano, desde, centimos, asiento_id, etapa_id, vuelve, vuelve_bajo,
        vuelve_alto, vuelve_n, vuelve_propia, esperada, ubicacion_id, oido, lleva_id)
      -- A row that conflicts is written, even where nothing of it changes.
      select id, empresa_id, familia, peldano, desde, centimos, asiento_id, etapa_id, vuelve, bajo, alto, n, propia, esperada, ubicacion_id,
        oido, lleva_id from ahora
      except select dispositivo_id, empresa_id, familia, peldano, desde, centimos, asiento_id, etapa_id, vuelve, vuelve_bajo,
        vuelve_alto, vuelve_n, vuelve_propia, esperada, ubicacion_id, oido, lleva_id from perdida
        where empresa_id = ${empresa} ${isOf('dispositivo_id', ids)}
      on conflict (dispositivo_id) do update set (empresa_id, familia, peldano, desde, centimos, asiento_id, etapa_id, vuelve, vuelve_bajo,
        vuelve_alto, vuelve_n, vuelve_propia, esperada, ubicacion_id, oido, lleva_id) = (excluded.empresa_id, excluded.familia,
        excluded.peldano, excluded.desde, excluded.centimos, excluded.asiento_id, excluded.etapa_id, excluded.vuelve, excluded.vuelve_bajo,
        excluded.vuelve_alto, excluded.vuelve_n, excluded.vuelve_propia, excluded.esperada, excluded.ubicacion_id, excluded.oido,
        excluded.lleva_id)
    )
    select n.id, 'propuestas' as que from ahora n left join perdida p on p.dispositivo_id = n.id
    where n.peldano = 'propuesta' and p.peldano is distinct from 'propuesta'
    union all select n.id, 'buscados' from ahora n left join perdida p on p.dispositivo_id = n.id where n.lleva_id <> coalesce(p.lleva_id, 0)
    union all select dispositivo_id, 'fuera' from fuera`.execute(tx)
  const of = (que: keyof Movidos) => rows.filter((r) => r.que === que).map((r) => r.id)
  return { propuestas: of('propuestas'), buscados: of('buscados'), fuera: of('fuera') }
}

/** Saves the number of containers of a company. */
export async function keepParque(tx: Db, empresa: number): Promise<void> {
  await sql`with ahora as materialized (
      select d.empresa_id, coalesce(d.familia, '') as familia, count(*)::int as n, count(e.dispositivo_id)::int as oidos
      from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id
      where d.empresa_id = ${empresa} and d.tipo <> 'Reader' and d.eliminado is null group by 1, 2
    ), fuera as (
      delete from parque p where p.empresa_id = ${empresa} and not exists (select from ahora a where a.familia = p.familia)
    )
    insert into parque as p (empresa_id, familia, n, oidos) select * from ahora
    on conflict (empresa_id, familia) do update set n = excluded.n, oidos = excluded.oidos where p is distinct from excluded`.execute(
    tx,
  )
}

/** Companies, in the order in which they are locked. */
export async function listEmpresas(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select empresa_id as id from ajuste order by 1`.execute(db)
  return rows.map((r) => r.id)
}
