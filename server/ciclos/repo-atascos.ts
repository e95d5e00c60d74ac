import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import { PASADAS } from './repo-contenedores'

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
  const { rows } = await sql<{ id: number; mac: string }>`
    with puesta as (
      select d.id, d.mac, d.empresa_id, v.etapa_id, v.desde from dispositivo d
      join visita v on v.dispositivo_id = d.id and v.hasta is null
      where d.mac = any(${macs as string[]}::text[]) and d.eliminado is null and (${empresa}::int is null or d.empresa_id = ${empresa})
    ), vieja as (
      delete from atasco o using puesta p where o.dispositivo_id = p.id and (o.etapa_id <> p.etapa_id or o.momento < p.desde)
    )
    select id, mac from puesta order by id`.execute(tx)
  // By their numbers: of one mac there may be containers of before, of other companies too.
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

export type AtascoNuevo = {
  empresa: number
  contenedor: string
  familia: string
  etapa_id: number
  etapa: string
  lugar_id: number
  desde: Date
  /** Open hours that it has been there, and from when on that is too long. */
  horas: number
  limite_h: number
  visita: string
}

/**
 * Containers that are stuck without a known reason and of whom nobody has been told yet; they have been from now on. What was told is of
 * the stage and of a visit that had begun by then: late readings may move its exact beginning.
 */
export async function takeNuevos(tx: Db): Promise<AtascoNuevo[]> {
  const { rows } = await sql<AtascoNuevo>`
    with ${PASADAS({ empresa: null, ciclo: null, etapa: null, familia: null })}, nueva as (
      insert into atasco_dicho as o (dispositivo_id, desde, etapa_id, momento)
      select dispositivo_id, desde, etapa_id, now() from pasada where motivo is null
      on conflict (dispositivo_id) do update
        set desde = excluded.desde, etapa_id = excluded.etapa_id, momento = excluded.momento
        where o.etapa_id <> excluded.etapa_id or greatest(o.momento, o.desde) < excluded.desde
      returning dispositivo_id
    )
    select p.empresa_id as empresa, coalesce(d.apodo, d.mac) as contenedor, p.familia, p.etapa_id, e.nombre as etapa,
      p.ubicacion_id as lugar_id, p.desde, p.edad_s / 3600 as horas, p.limite_s / 3600 as limite_h,
      p.dispositivo_id || ':' || floor(extract(epoch from p.desde)) as visita
    from nueva n join pasada p on p.dispositivo_id = n.dispositivo_id
    join dispositivo d on d.id = p.dispositivo_id join etapa e on e.id = p.etapa_id
    order by p.empresa_id, p.etapa_id, d.apodo`.execute(tx)
  return rows
}
