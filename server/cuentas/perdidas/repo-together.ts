import { sql } from 'kysely'
import type { PerdidaOf } from '#contract/cuentas/perdidas/perdidas'
import { MAX_JUNTOS, MINUTOS_JUNTOS } from '#contract/cuentas/perdidas/values'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

type Row = {
  mac: string
  apodo: string | null
  salio: Date
  vuelto: Date | null
  en: string | null
  total: number
  vueltos: number
}

const NEAR = sql`make_interval(mins => ${MINUTOS_JUNTOS})`

/**
 * `junto`: for each silent container (`id`), those (`otro`) that were last heard where it was, within minutes of it: of a stay that ended then
 * (`oido`: they were heard since), or silent since then too. Each place of a container has one row or several.
 * @param enough a limit on the rows of each
 */
const JUNTOS = (ids: readonly number[], enough = sql``) => sql`leido as materialized (
    -- Each half has an index.
    select l.id, l.ubicacion_id from dispositivo l where l.tipo = 'Reader' and l.eliminado is null
      and l.empresa_id = any(array(select e.empresa_id from dispositivo_estado e where e.dispositivo_id = any(${ids}::bigint[])))
    union all
    select l.id, l.ubicacion_id from dispositivo l where l.tipo = 'Reader' and l.eliminado is not null
  ), silencioso as materialized (
    select s.*, array(select l.id from leido l where l.ubicacion_id = s.ubicacion_id) as lectores
    from (
      select e.dispositivo_id as id, e.empresa_id, e.ultimo_registro as momento, coalesce(e.ubicacion_id, l.ubicacion_id) as ubicacion_id
      from dispositivo_estado e left join dispositivo l on l.id = e.lector_id where e.dispositivo_id = any(${ids}::bigint[])
    ) s
  ), junto as materialized (
    select s.id, c.otro, c.salio, c.oido from silencioso s cross join lateral (
      select c.otro, c.salio, c.oido from (
        select e.dispositivo_id as otro, e.hasta as salio, true as oido from estancia e
        where e.empresa_id = s.empresa_id and e.hasta between s.momento - ${NEAR} and s.momento + ${NEAR}
          and case when e.ubicacion_id is null then e.lector_id = any(s.lectores) else e.ubicacion_id = s.ubicacion_id end
        union all
        select p.dispositivo_id, p.oido, false from perdida p where p.empresa_id = s.empresa_id and p.ubicacion_id = s.ubicacion_id
          and p.oido between s.momento - ${NEAR} and s.momento + ${NEAR}
      ) c cross join lateral (
        select from dispositivo d
        where d.id = c.otro and d.tipo <> 'Reader' and d.eliminado is null and d.empresa_id = s.empresa_id offset 0
      ) d
      where c.otro <> s.id ${enough}
    ) c
  )`

/** A container seldom has more than one row. */
const ROWS = 2 * MAX_JUNTOS

/**
 * How many containers left together with each of these silent ones, up to MAX_JUNTOS, which means that many or more; none where its place
 * is unknown.
 */
export async function countJuntos(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`with ${JUNTOS(ids, sql`limit ${ROWS}`)}
    select s.id, least(count(distinct j.otro), ${MAX_JUNTOS})::int as n
    from silencioso s join ubicacion u on u.id = s.ubicacion_id left join junto j on j.id = s.id group by 1`.execute(
    db,
  )
  return new Map(rows.map((r) => [r.id, r.n]))
}

/**
 * Where a silent container was last heard, and the containers that were last heard at the same place within minutes of it: they probably
 * left together. Those that were heard since come last. Null: no place is known.
 * @param id of a container that was heard at least once
 */
export async function findUltimo(db: Db, id: number, zona: string): Promise<PerdidaOf['ultimo']> {
  const { rows } = await sql<{
    lugar: string
    etapa: string | null
    momento: Date
  }>`
    select u.nombre as lugar, t.nombre as etapa, e.ultimo_registro as momento
    from dispositivo_estado e left join dispositivo l on l.id = e.lector_id
    join ubicacion u on u.id = coalesce(e.ubicacion_id, l.ubicacion_id)
    left join perdida p on p.dispositivo_id = e.dispositivo_id left join etapa t on t.id = p.etapa_id
    where e.dispositivo_id = ${id} and e.ultimo_registro is not null`.execute(db)
  const [last] = rows
  if (!last) return null
  const juntos = await sql<Row>`
    with ${JUNTOS([id])}, suyo as (
      select distinct on (j.otro) j.otro, d.mac, d.apodo, j.salio, v.desde as vuelto, u.nombre as en
      from junto j join dispositivo d on d.id = j.otro left join lateral (
        (select n.desde, n.lector_id, n.ubicacion_id from estancia n
         where n.dispositivo_id = j.otro and n.desde >= j.salio order by n.desde limit 1)
        union all
        (select coalesce(s.lector_desde, s.ultimo_registro), s.lector_id, s.ubicacion_id from dispositivo_estado s
         where s.dispositivo_id = j.otro)
        order by 1 limit 1
      ) v on j.oido
      left join dispositivo r on r.id = v.lector_id left join ubicacion u on u.id = coalesce(v.ubicacion_id, r.ubicacion_id)
      order by j.otro, j.salio desc
    )
    select mac, apodo, salio, vuelto, en, count(*) over ()::int as total, count(vuelto) over ()::int as vueltos from suyo
    order by vuelto is not null, apodo, mac limit ${MAX_JUNTOS}`.execute(db)
  return {
    lugar: last.lugar,
    etapa: last.etapa,
    momento: isoPlanta(last.momento, zona),
    juntos: juntos.rows.map((r) => ({
      mac: r.mac,
      Apodo: r.apodo,
      salio: isoPlanta(r.salio, zona),
      vuelto: isoPlanta(r.vuelto, zona),
      en: r.en,
    })),
    juntos_total: juntos.rows[0]?.total ?? 0,
    juntos_vueltos: juntos.rows[0]?.vueltos ?? 0,
  }
}
