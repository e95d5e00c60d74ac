import { sql } from 'kysely'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { Db } from '../../platform/db/client'
import { type Filter, ofFilter } from './inventario/repo-inventario'

export type Group = { empresa: number; clave: string; lugar: string; familia: string | null; n: number }

/**
 * Number of devices that match each of several filters, by company, place and family, in one query: the same figures as the inventory with
 * that filter.
 */
export async function countGroups(
  db: Db,
  filters: Record<string, Omit<Filter, 'empresa'>>,
): Promise<Group[]> {
  const casos = Object.entries(filters).map(
    ([clave, f]) => sql`case when ${ofFilter({ ...f, empresa: null })} then ${clave}::text end`,
  )
  // The view is computed once, and every filter uses the result.
  const { rows } = await sql<Group>`
    with dispositivo_actual as materialized (
      select id, empresa_id, tipo, activado, familia, ubicacion, bateria, ultimo_registro, posible_estado, situacion, certeza
      from public.dispositivo_actual
    )
    select empresa, clave, lugar, familia, count(*)::int as n
    from (
      select empresa_id as empresa, unnest(array_remove(array[${sql.join(casos)}], null)) as clave,
        coalesce(ubicacion, ${SIN_UBICACION}) as lugar, familia
      from dispositivo_actual
    ) as pasan
    group by 1, 2, 3, 4`.execute(db)
  return rows
}
