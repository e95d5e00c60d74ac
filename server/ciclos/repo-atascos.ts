import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** What is said of a container that is stuck; undefined: as it is. */
export type Atasco = { lleva?: number | null; nota?: string | null; callado_hasta?: Date | null }

/**
 * Say who is on containers that are in a stage now, a note, or until when they are not counted. What was said of an earlier visit is over.
 * @param empresa null: of any company
 * @returns the macs of those that are in a stage
 */
export async function saveAtascos(
  tx: Db,
  macs: readonly string[],
  empresa: number | null,
  a: Atasco,
): Promise<string[]> {
  const { rows } = await sql<{ mac: string }>`
    with puesta as (
      select d.id, d.mac, d.empresa_id, v.etapa_id, v.desde from dispositivo d
      join visita v on v.dispositivo_id = d.id and v.hasta is null
      where d.mac = any(${macs as string[]}::text[]) and d.eliminado is null and (${empresa}::int is null or d.empresa_id = ${empresa})
    ), vieja as (
      delete from atasco o using puesta p where o.dispositivo_id = p.id and (o.etapa_id <> p.etapa_id or o.momento < p.desde)
    )
    select mac from puesta order by id`.execute(tx)
  await sql`
    insert into atasco as o (dispositivo_id, empresa_id, etapa_id, momento, persona_id, nota, callado_hasta)
    select d.id, d.empresa_id, v.etapa_id, now(), ${a.lleva ?? null}, ${a.nota ?? null}, ${a.callado_hasta ?? null}
    from dispositivo d join visita v on v.dispositivo_id = d.id and v.hasta is null
    where d.mac = any(${rows.map((r) => r.mac)}::text[])
    on conflict (dispositivo_id) do update set
      persona_id = case when ${a.lleva !== undefined} then excluded.persona_id else o.persona_id end,
      nota = case when ${a.nota !== undefined} then excluded.nota else o.nota end,
      callado_hasta = case when ${a.callado_hasta !== undefined} then excluded.callado_hasta else o.callado_hasta end`.execute(
    tx,
  )
  return rows.map((r) => r.mac)
}
