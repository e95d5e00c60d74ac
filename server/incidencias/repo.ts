import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** Open incidents of the last three days, and how many containers they are of. */
export async function countIncidenciasAbiertas(db: Db, empresa: number | null) {
  return db
    .selectFrom('incidencia')
    .select([
      sql<number>`count(*)::int`.as('totalIncidencias'),
      sql<number>`count(distinct dispositivo_id)::int`.as('contenedoresUnicos'),
    ])
    .where('revisado', '=', false)
    .where(sql<boolean>`tiempo > now() - interval '3 days'`)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .executeTakeFirstOrThrow()
}
