import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

export type Propuesta = {
  id: number
  empresa: number
  contenedor: string
  familia: string | null
  /** Id of the place where it was last heard. */
  lugar: number | null
  desde: Date
  /** The user who proposes it; null: proposed because of its long silence. */
  persona: number | null
  quien: string | null
}

/** Details for the notice: containers that are proposed as lost, longest silence first. */
export async function listPropuestas(tx: Db, ids: readonly number[]): Promise<Propuesta[]> {
  const { rows } = await sql<Propuesta>`
    select d.id, p.empresa_id as empresa, coalesce(d.apodo, d.mac) as contenedor, nullif(p.familia, '') as familia,
      coalesce(e.ubicacion_id, l.ubicacion_id) as lugar, p.desde, u.id as persona, u.nombre as quien
    from perdida p join dispositivo d on d.id = p.dispositivo_id
    left join dispositivo_estado e on e.dispositivo_id = d.id left join dispositivo l on l.id = e.lector_id
    left join perdida_asiento s on s.id = p.asiento_id and s.clase = 'propuesta' left join usuario u on u.id = s.persona_id
    where p.dispositivo_id = any(${ids as number[]}::bigint[]) order by p.desde, d.id`.execute(tx)
  return rows
}
