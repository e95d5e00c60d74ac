import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import type { Pending } from '../../platform/db/queries/pending'
import { losOf } from './repo-libro'
import { SALIDA_MS } from './vistos'

/** A container that arrived at a place that leads to a partner. */
export type Salida = {
  de: number
  /** When it arrived there, and when it was last heard there. */
  llegada: Date
  momento: Date
  /** The partner that it left for; null: it has not left. */
  tercero: number | null
  /** When to check again whether it has left; null: it has, or the place does not lead to a partner any more. */
  mirar: Date | null
}

const SALIDA = sql`make_interval(secs => ${sql.lit(SALIDA_MS / 1000)})`

/**
 * Whether these containers left, from their arrivals (as in `listVistas`) at places that lead to partners. Silence lasts from `callado`
 * (infinity: no reader could hear it) until `fin`. Silence that begins during a causa counts from the end of the causa.
 */
export async function listSalidas(
  tx: Db,
  empresa: number,
  pendientes: readonly Pending[],
): Promise<Salida[]> {
  const { rows } = await sql<Salida>`
    with ${losOf(pendientes)}, puerta as materialized (
      select ubicacion_id, bool_or(hasta is null) as vigente from tercero_salida where empresa_id = ${empresa} group by 1
    )
    select l.dispositivo_id as de, l.desde as llegada, y.oido as momento,
      case when z.callado <= y.fin - ${SALIDA} then x.tercero_id end as tercero,
      case when puerta.vigente and tras.desde is null and z.callado > y.fin - ${SALIDA}
        then greatest(least(z.callado, now()) + ${SALIDA}, now() + interval '1 minute') end as mirar
    from puerta cross join los
    join llegada l on l.dispositivo_id = los.id and l.desde >= los.corte and l.empresa_id = ${empresa} and l.ubicacion_id = puerta.ubicacion_id
    join ajuste a on a.empresa_id = l.empresa_id
    left join estancia e on e.dispositivo_id = l.dispositivo_id and e.desde = l.desde
    left join dispositivo_estado s on s.dispositivo_id = l.dispositivo_id and s.lector_desde = l.desde
    cross join lateral (
      select min(n.desde) as desde from llegada n where n.dispositivo_id = l.dispositivo_id and n.desde > l.desde
    ) tras
    cross join lateral (
      select case when tras.desde is null then s.ultimo_registro else e.hasta end as oido, coalesce(tras.desde, now()) as fin
    ) y
    left join lateral (
      select case when t.lector_sin_senal then 'infinity' else t.callado_desde end as callado
      from dispositivo_todo t where tras.desde is null and t.id = l.dispositivo_id
      union all
      select coalesce((
        select max(coalesce(c.hasta, 'infinity')) from causa c
        where c.empresa_id = l.empresa_id and (c.lector_id = l.lector_id and c.clase <> 'reloj' or c.clase = 'nuestra')
          and tras_causa(e.hasta, c.desde, c.hasta, a.minutos_lector_sin_senal)
      ), e.hasta) where tras.desde is not null
    ) z on true
    left join tercero_salida x on x.ubicacion_id = l.ubicacion_id and x.desde <= y.oido and (x.hasta is null or x.hasta > y.oido)
    where y.oido is not null
    order by l.desde`.execute(tx)
  return rows
}
