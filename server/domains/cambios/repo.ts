import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** Devices of a company whose state differs from the last reported one. */
export async function listDistintos(db: Db, empresa: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.dispositivo_id as id
    from por_decir h left join dicho o on o.dispositivo_id = h.dispositivo_id and o.clase = h.clase
    where h.empresa_id = ${empresa} and (o.dispositivo_id is null or o.valor is distinct from h.valor)
    order by 1`.execute(db)
  return rows.map((f) => f.id)
}

/** Records how the state of these devices differs from the last reported one. @returns how many changes were recorded */
export async function noteCambios(db: Db, ids: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select anotar_cambios(${ids}::bigint[]) as n`.execute(db)
  return rows[0]?.n ?? 0
}
