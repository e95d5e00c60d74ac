import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** Note what is other than was last told of the devices of a company. Returns how much was noted. */
export async function sweepCambios(tx: Db, empresa: number): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`
    select anotar_cambios(array_agg(distinct h.dispositivo_id)) as n
    from por_decir h left join dicho o on o.dispositivo_id = h.dispositivo_id and o.clase = h.clase
    where h.empresa_id = ${empresa} and (o.dispositivo_id is null or o.valor is distinct from h.valor)`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}
