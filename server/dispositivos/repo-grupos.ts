import { sql } from 'kysely'
import { SIN_UBICACION } from '#contract/valores/inventario'
import type { Db } from '../db/cliente'
import { type Filtro, ofFiltro } from './repo-inventario'

export type Grupo = { empresa: number; clave: string; lugar: string; familia: string | null; n: number }

/**
 * How many devices pass each of some filters, by company, place and family, in one reading of them all: what the inventory counts
 * with the same filter.
 */
export async function countGrupos(
  db: Db,
  filtros: Record<string, Omit<Filtro, 'empresa'>>,
): Promise<Grupo[]> {
  const casos = Object.entries(filtros).map(
    ([clave, f]) => sql`case when ${ofFiltro({ ...f, empresa: null })} then ${clave}::text end`,
  )
  // The view is read once, and each filter then asks what was read.
  const { rows } = await sql<Grupo>`
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
