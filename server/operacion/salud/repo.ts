import { sql } from 'kysely'
import type { PlantaSalud } from '#contract/operacion/salud/salud'
import type { Db } from '../../platform/db/client'

type Row = PlantaSalud['lectores'] &
  PlantaSalud['entregas'] & { averias: number; mensajes: number; ultima: Date | null }

/** State of readers, quarantine and deliveries. @param empresa null: of all companies */
export async function readPlanta(db: Db, empresa: number | null): Promise<Row> {
  const suya = (column: string) => sql`(${empresa}::int is null or ${sql.ref(column)} = ${empresa})`
  const { rows } = await sql<Row>`
    with lectores as (
      select count(*)::int as total, count(*) filter (where e.ultimo_registro is null)::int as nunca
      from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id
      where d.tipo = 'Reader' and d.eliminado is null and d.activado and ${suya('d.empresa_id')}
    ), rotos as (
      select count(*) filter (where padre_id is null)::int as averias,
        count(distinct lector_id) filter (where c.clase = 'mudo')::int as mudo,
        count(distinct lector_id) filter (where c.clase = 'sordo')::int as sordo,
        count(distinct lector_id) filter (where c.clase = 'reloj')::int as reloj,
        count(distinct lector_id) filter (where c.clase = 'clave')::int as clave
      from causa c where causa_abierta(c.hasta, c.bien, c.clase) and ${suya('c.empresa_id')}
    ), guardados as (
      select count(*)::int as mensajes, max(recibida) as ultima from cuarentena q where ${suya('q.empresa_id')}
    ), salen as (
      select count(*)::int as pendientes, count(*) filter (where intentos > 0)::int as reintentos
      from entrega n where estado = 'pendiente' and ${suya('n.empresa_id')}
    ), vueltas as (
      select count(*)::int as rechazadas from entrega n
      where estado = 'rechazada' and terminada > now() - interval '24 hours' and ${suya('n.empresa_id')}
    )
    select * from lectores, rotos, guardados, salen, vueltas`.execute(db)
  return rows[0] as Row
}
