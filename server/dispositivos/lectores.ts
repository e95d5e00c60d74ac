import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** A reader by its mac or its id; undefined where there is none. */
export async function findLector(db: Db, cual: string | number) {
  return db
    .selectFrom('dispositivo')
    .select(['id', 'empresa_id as empresa', 'mac', 'tipo', 'etiqueta'])
    .where(typeof cual === 'number' ? 'id' : 'mac', '=', cual)
    .where('tipo', '=', 'Reader')
    .where('eliminado', 'is', null)
    .executeTakeFirst()
}

/** Readers of a company that have been heard before and are silent now. */
export async function listLectoresSinSenal(db: Db, empresa: number | null) {
  const { rows } = await sql<{ mac: string; apodo: string | null; desde: Date }>`
    select d.mac, d.apodo, e.ultimo_registro as desde
    from dispositivo d
    join dispositivo_estado e on e.dispositivo_id = d.id
    join empresa m on m.id = d.empresa_id
    where d.tipo = 'Reader' and d.eliminado is null and d.activado
      and (${empresa}::int is null or d.empresa_id = ${empresa})
      and e.ultimo_registro < now() - make_interval(mins => coalesce((m.ajustes ->> 'minutosLectorSinSenal')::int, 10))
    order by e.ultimo_registro desc
    limit 1000`.execute(db)
  return rows
}
