import { sql } from 'kysely'
import { LIMITES_SALUD } from '#contract/operacion/salud/values'
import type { Db } from '../../../../../platform/db/client'
import { SESSION_S } from './repo-sessions'

type Counted = { sesiones: number; sin_leer: number; desde: Date | null }

/**
 * Sessions that the broker keeps messages for, those that no process reads, and when the first of these was read last; null: it keeps none.
 * How many messages wait, MQTT does not tell.
 */
export async function countSessions(db: Db): Promise<Counted | null> {
  const { rows } = await sql<Counted>`
    select count(*)::int as sesiones, count(*) filter (where calla)::int as sin_leer, min(leida) filter (where calla) as desde
    from (
      select leida, leida < now() - ${LIMITES_SALUD.sesionMs} * interval '1 ms' as calla from mqtt_sesion
      where leida > now() - ${SESSION_S} * interval '1 s'
    ) s`.execute(db)
  return rows[0]?.sesiones ? rows[0] : null
}
