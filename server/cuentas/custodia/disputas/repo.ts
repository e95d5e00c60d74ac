import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'

/** What shows that a line is right. `visto_de`, `ultimo_de`: the partner that the place belongs to. */
type Demostrado = {
  contenedor: string | null
  clase: string
  momento: Date
  lugar: string | null
  lector: string | null
  certeza: number | null
  visto_de: number | null
  persona: string | null
  documento: string | null
  recuento: number | null
  ultimo: Date | null
  ultimo_lugar: string | null
  ultimo_lector: string | null
  ultima_certeza: number | null
  ultimo_de: number | null
}

/** @param empresa null: of any company */
export async function findDemostrado(
  db: Db,
  id: number,
  empresa: number | null,
): Promise<Demostrado | undefined> {
  const { rows } = await sql<Demostrado>`
    select m.contenedor, m.clase, m.momento, m.lugar, m.lector, round(m.certeza::numeric, 3)::float8 as certeza, q.nombre as persona,
      (select t.tercero_id from tercero_lugar t where t.ubicacion_id = m.ubicacion_id) as visto_de,
      m.documento, m.recuento_id as recuento, s.ultimo_registro as ultimo, u.nombre as ultimo_lugar, coalesce(l.apodo, l.mac) as ultimo_lector,
      round(s.certeza::numeric, 3)::float8 as ultima_certeza,
      (select t.tercero_id from tercero_lugar t where t.ubicacion_id = u.id) as ultimo_de
    from movimiento m
    left join usuario q on q.id = m.persona_id
    left join dispositivo d on d.id = m.dispositivo_id and d.empresa_id = m.empresa_id and d.eliminado is null
    left join dispositivo_estado s on s.dispositivo_id = d.id
    left join dispositivo l on l.id = s.lector_id
    left join ubicacion u on u.id = coalesce(s.ubicacion_id, l.ubicacion_id)
    where m.id = ${id} and (${empresa}::int is null or m.empresa_id = ${empresa})`.execute(db)
  return rows[0]
}

/** Users of the partner who have disputed a line. */
export async function listDisputaron(
  tx: Db,
  { id, tercero }: { id: number; tercero: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from movimiento_dicho d join usuario u on u.id = d.persona_id
    where d.movimiento_id = ${id} and d.tercero_id = ${tercero} and d.clase = 'disputa' and d.ajeno and u.tercero_id = ${tercero}
    order by 1`.execute(tx)
  return rows.map((r) => r.id)
}
