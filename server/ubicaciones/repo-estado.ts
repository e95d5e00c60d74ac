import { sql } from 'kysely'
import type { FilaEstado } from '#contract/ubicaciones'
import { SIN_UBICACION } from '#contract/valores/inventario'
import type { Db } from '../db/cliente'
import { DUDOSO, SIN_SENAL } from '../dispositivos/repo'

export type Filtro = { empresa: number | null; familia?: string; ubicacion?: string }

const FILAS = 100_000

/** How many devices that are no readers each reader of each location hears. */
export async function countEstado(db: Db, f: Filtro): Promise<FilaEstado[]> {
  const ubicacion = sql`coalesce(ubicacion, ${SIN_UBICACION})`
  const { rows } = await sql<FilaEstado>`
    select ${ubicacion} as ubicacion, coalesce(lector_apodo, lector_mac) as lector, count(*)::int as n,
      count(*) filter (where ${DUDOSO})::int as dudosos,
      count(*) filter (where ${SIN_SENAL})::int as sin_senal
    from dispositivo_actual
    where tipo <> 'Reader'
      and (${f.empresa}::int is null or empresa_id = ${f.empresa})
      and (${f.familia ?? null}::text is null or familia = ${f.familia ?? null})
      and (${f.ubicacion ?? null}::text is null or ${ubicacion} = ${f.ubicacion ?? null})
    group by 1, 2 order by 1, 2 nulls last limit ${FILAS}`.execute(db)
  return rows
}
