import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** Devices of a company whose state differs from the last reported one, in parts of up to `cuantos`: a row for each would be a lot of garbage. */
export async function listDistintos(db: Db, empresa: number, cuantos: number): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(id::float8 order by id) as ids from (
      select h.dispositivo_id as id, row_number() over (order by h.dispositivo_id) - 1 as n
      from por_decir h left join dicho o on o.dispositivo_id = h.dispositivo_id and o.clase = h.clase
      where h.empresa_id = ${empresa} and (o.dispositivo_id is null or o.valor is distinct from h.valor)
      group by 1
    ) d group by n / ${sql.lit(cuantos)} order by min(n)`.execute(db)
  return rows.map((r) => r.ids)
}

/** Records how the state of these devices differs from the last reported one. @returns how many changes were recorded */
export async function noteCambios(db: Db, ids: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select anotar_cambios(${ids}::bigint[]) as n`.execute(db)
  return rows[0]?.n ?? 0
}
