import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import type { Scope } from '../repo-keep'
import { priceOn } from '../repo-price'

/**
 * Saves what is known of the declarations of loss that were not taken back. A container that was not heard since has its last place in its
 * state; of the others it is in their stays. It was in the custody that the book names last before the declaration, else of whoever its last
 * place belongs to.
 */
export async function keepDeclaradas(tx: Db, { empresa, ids }: Scope, zona: string): Promise<void> {
  if (ids?.length === 0) return
  const suyos = sql`s.empresa_id = ${empresa} and (${ids}::bigint[] is null or s.dispositivo_id = any(${ids}::bigint[]))`
  await sql`
    with ahora as materialized (
      select s.id as asiento_id, s.empresa_id, s.dispositivo_id, s.momento, coalesce(d.familia, '') as familia, v.lugar as ubicacion_id,
        case when v.visto is not null then least(v.visto, s.momento) end as visto,
        (select l.etapa_id from contenedor_ciclo c join etapa_lugar l on l.ciclo_id = c.ciclo_id and l.ubicacion_id = v.lugar
         where c.dispositivo_id = s.dispositivo_id) as etapa_id,
        case when b.dispositivo_id is not null then b.a_id else (select t.tercero_id from tercero_lugar t where t.ubicacion_id = v.lugar) end
          as tercero_id,
        ${priceOn(sql`s.empresa_id`, sql`coalesce(d.familia, '')`, sql`(least(v.visto, s.momento) at time zone ${zona})::date`)} as centimos,
        case when e.ultimo_registro > s.momento then coalesce(least(
          (select n.desde from estancia n where n.dispositivo_id = s.dispositivo_id and n.desde > s.momento order by n.desde limit 1),
          case when e.lector_desde > s.momento then e.lector_desde end), e.ultimo_registro) end as recuperada
      from perdida_asiento s join dispositivo d on d.id = s.dispositivo_id and d.empresa_id = s.empresa_id
      left join dispositivo_estado e on e.dispositivo_id = d.id
      left join lateral (
        select y.visto, coalesce(y.ubicacion_id, x.ubicacion_id) as lugar from (
          select e.ubicacion_id, e.lector_id, e.ultimo_registro as visto where coalesce(e.lector_desde, e.ultimo_registro) <= s.momento
          union all
          (select n.ubicacion_id, n.lector_id, n.hasta from estancia n
           where n.dispositivo_id = s.dispositivo_id and n.desde <= s.momento
             and coalesce(e.lector_desde, e.ultimo_registro, 'infinity') > s.momento order by n.desde desc limit 1)
        ) y left join dispositivo x on x.id = y.lector_id
      ) v on true
      left join lateral (
        select m.dispositivo_id, m.a_id from movimiento m
        where m.dispositivo_id = s.dispositivo_id and m.empresa_id = s.empresa_id and m.momento <= s.momento
          and m.clase in ('visto', 'salida', 'albaran', 'recuento') and m.fuera is distinct from 'a'
          and not exists (select from movimiento x where x.anula = m.id)
        order by m.momento desc, m.id desc limit 1
      ) b on true
      where s.clase = 'declarada' and ${suyos} and not exists (select from perdida_asiento x where x.anula = s.id)
    ), fuera as (
      delete from perdida_declarada s where ${suyos} and not exists (select from ahora a where a.asiento_id = s.asiento_id)
    )
    insert into perdida_declarada as p (asiento_id, empresa_id, dispositivo_id, momento, familia, ubicacion_id, visto, etapa_id, tercero_id,
      centimos, recuperada)
    select * from ahora
    on conflict (asiento_id) do update set (empresa_id, familia, ubicacion_id, visto, etapa_id, tercero_id, centimos, recuperada) =
      (excluded.empresa_id, excluded.familia, excluded.ubicacion_id, excluded.visto, excluded.etapa_id, excluded.tercero_id,
      excluded.centimos, excluded.recuperada)
    where p is distinct from excluded`.execute(tx)
}
