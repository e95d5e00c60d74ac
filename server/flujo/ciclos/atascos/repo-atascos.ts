import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import { ALL, PASADAS } from '../repo-contenedores'

/** The most containers that one run notifies people of. */
const MAX_NEW = 10_000

/** What people note about a stuck container; undefined: unchanged. */
export type Atasco = { lleva?: number | null; nota?: string | null; callado_hasta?: Date | null }

/**
 * Saves the person in charge, a note, and the time until which a container is not counted, for containers that are in a stage now. What was
 * saved for an earlier visit is dropped.
 * @param empresa null: of any company
 * @returns the macs of those that are in a stage
 */
export async function saveAtascos(
  tx: Db,
  macs: readonly string[],
  empresa: number | null,
  a: Atasco,
): Promise<string[]> {
  const { rows } = await sql<{ id: number; mac: string }>`
    with puesta as (
      select d.id, d.mac, d.empresa_id, v.etapa_id, v.desde from dispositivo d
      join visita v on v.dispositivo_id = d.id and v.hasta is null
      where d.mac = any(${macs as string[]}::text[]) and d.eliminado is null and (${empresa}::int is null or d.empresa_id = ${empresa})
    ), vieja as (
      delete from atasco o using puesta p where o.dispositivo_id = p.id and (o.etapa_id <> p.etapa_id or o.momento < p.desde)
    )
    select id, mac from puesta order by id`.execute(tx)
  // Joined by id: one mac can belong to deleted containers and to containers of other companies.
  await sql`
    insert into atasco as o (dispositivo_id, empresa_id, etapa_id, momento, persona_id, nota, callado_hasta)
    select d.id, d.empresa_id, v.etapa_id, now(), ${a.lleva ?? null}, ${a.nota ?? null}, ${a.callado_hasta ?? null}
    from dispositivo d join visita v on v.dispositivo_id = d.id and v.hasta is null
    where d.id = any(${rows.map((r) => r.id)}::bigint[]) and d.eliminado is null
      and (${empresa}::int is null or d.empresa_id = ${empresa})
    on conflict (dispositivo_id) do update set
      persona_id = case when ${a.lleva !== undefined} then excluded.persona_id else o.persona_id end,
      nota = case when ${a.nota !== undefined} then excluded.nota else o.nota end,
      callado_hasta = case when ${a.callado_hasta !== undefined} then excluded.callado_hasta else o.callado_hasta end`.execute(
    tx,
  )
  return rows.map((r) => r.mac)
}

export type NewAtasco = {
  empresa: number
  dispositivo: number
  contenedor: string
  familia: string
  etapa_id: number
  etapa: string
  lugar_id: number
  desde: Date
  /** Open hours that it has been there, and the open hours after which that is too long. */
  horas: number
  limite_h: number
  visita: string
}

/**
 * Whether the current visit differs from the reported one (`o`): another stage, or a visit that began after the report. The exact beginning
 * of the same visit may move, because of late readings.
 */
const ES_OTRA = (etapa: RawBuilder<unknown>, desde: RawBuilder<unknown>) =>
  sql<boolean>`(o.etapa_id <> ${etapa} or greatest(o.momento, o.desde) < ${desde})`

/** Containers that are stuck without a known reason and have not been reported yet. */
export async function listNew(db: Db): Promise<NewAtasco[]> {
  const { rows } = await sql<NewAtasco>`
    with ${PASADAS(ALL)}
    select p.empresa_id as empresa, p.dispositivo_id as dispositivo, coalesce(d.apodo, d.mac) as contenedor, p.familia, p.etapa_id,
      e.nombre as etapa, v.ubicacion_id as lugar_id, p.desde, p.edad_s / 3600 as horas, p.limite_s / 3600 as limite_h,
      p.dispositivo_id || ':' || floor(extract(epoch from p.desde)) as visita
    from pasada p
    join visita v on v.dispositivo_id = p.dispositivo_id and v.desde = p.desde
    join dispositivo d on d.id = p.dispositivo_id join etapa e on e.id = p.etapa_id
    left join atasco_dicho o on o.dispositivo_id = p.dispositivo_id
    where p.motivo is null and (o.dispositivo_id is null or ${ES_OTRA(sql`p.etapa_id`, sql`p.desde`)})
    order by p.empresa_id, p.etapa_id, d.apodo limit ${MAX_NEW}`.execute(db)
  return rows
}

/** Records that people are notified of it. @returns false: another process recorded it meanwhile */
export async function claimNuevo(tx: Db, a: NewAtasco): Promise<boolean> {
  const { rows } = await sql`
    insert into atasco_dicho as o (dispositivo_id, desde, etapa_id, momento)
    values (${a.dispositivo}, ${a.desde}, ${a.etapa_id}, now())
    on conflict (dispositivo_id) do update
      set desde = excluded.desde, etapa_id = excluded.etapa_id, momento = excluded.momento
      where ${ES_OTRA(sql`excluded.etapa_id`, sql`excluded.desde`)}
    returning dispositivo_id`.execute(tx)
  return rows.length > 0
}
