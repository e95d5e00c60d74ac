import { sql } from 'kysely'
import type { AvisoDicho, Gravedad, Vias } from '#contract/avisos/avisos/values'
import { SILENCIO_INICIAL } from '#contract/avisos/avisos/values'
import type { Db } from '../../platform/db/client'
import type { Persona, Routing, WebhookSubscriber } from './delivery/routing'

/** Time zone of the plant. */
export async function readZona(db: Db): Promise<string> {
  const { zona } = await db.selectFrom('instalacion').select('zona').executeTakeFirstOrThrow()
  return zona
}

/** Records that a fact is reported. @returns false: it was recorded before, or by a concurrent transaction that went first */
export async function claimHecho(tx: Db, empresa: number, clave: string): Promise<boolean> {
  const { rows } = await sql`
    insert into aviso_hecho (empresa_id, clave) values (${empresa}, ${clave})
    on conflict do nothing returning clave`.execute(tx)
  return rows.length > 0
}

/** The same for many facts. @returns those that were not recorded before */
export async function claimHechos(
  tx: Db,
  hechos: readonly { empresa: number; clave: string }[],
): Promise<{ empresa: number; clave: string }[]> {
  const { rows } = await sql<{ empresa: number; clave: string }>`
    insert into aviso_hecho (empresa_id, clave)
    select * from unnest(${hechos.map((h) => h.empresa)}::int[], ${hechos.map((h) => h.clave)}::text[])
    on conflict do nothing returning empresa_id as empresa, clave`.execute(tx)
  return rows
}

export async function saveHecho(tx: Db, empresa: number, clave: string, aviso: number): Promise<void> {
  await sql`update aviso_hecho set aviso_id = ${aviso} where empresa_id = ${empresa} and clave = ${clave}`.execute(
    tx,
  )
}

/** The notice that still collects facts of this group. Locks the group until the transaction ends. */
export async function holdGrupo(tx: Db, empresa: number, group: string, now: Date) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`aviso ${empresa} ${group}`}, 0))`.execute(tx)
  const { rows } = await sql<AvisoDicho & { id: number; abierto_hasta: Date }>`
    select id, tipo, datos, abierto_hasta from aviso
    where empresa_id = ${empresa} and grupo = ${group} and abierto_hasta > ${now}
    order by id desc limit 1`.execute(tx)
  return rows[0]
}

export type NewAviso = AvisoDicho & {
  empresa: number
  gravedad: Gravedad
  enlace: string
  tiempo: Date
  grupo: string | null
  abiertoHasta: Date | null
}

/** @returns its id */
export async function createAviso(tx: Db, a: NewAviso): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into aviso (empresa_id, tipo, gravedad, datos, enlace, tiempo, grupo, abierto_hasta)
    values (${a.empresa}, ${a.tipo}, ${a.gravedad}, ${JSON.stringify(a.datos)}::jsonb, ${a.enlace}, ${a.tiempo},
      ${a.grupo}, ${a.abiertoHasta})
    returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Replaces the text of a notice, also for users who have read it. */
export async function growAviso(tx: Db, id: number, data: object, link: string): Promise<void> {
  await sql`update aviso set datos = ${JSON.stringify(data)}::jsonb, enlace = ${link} where id = ${id}`.execute(
    tx,
  )
  await sql`update aviso_usuario set leido = null where aviso_id = ${id} and leido is not null`.execute(tx)
}

/**
 * Active users of a company with access to the application, and their choices.
 * @param solo only these, those of a partner too; absent: all but those of partners
 */
export async function listPersonas(
  db: Db,
  empresa: number,
  solo: readonly number[] | null = null,
): Promise<Persona[]> {
  const { rows } = await sql<
    Omit<Persona, 'silencio'> & {
      canales: Record<string, Vias> | null
      elegido: boolean
      silencio_desde: string | null
      silencio_hasta: string | null
    }
  >`
    select u.id, u.nombre, u.rol, u.correo, p.canales, p.usuario_id is not null as elegido, p.silencio_desde,
      p.silencio_hasta, coalesce(p.familias, '{}') as familias, coalesce(to_json(p.ubicaciones), '[]') as ubicaciones,
      (select coalesce(json_agg(json_build_object('id', s.id, 'aparato', s.aparato) order by s.id), '[]')
       from suscripcion s where s.usuario_id = u.id) as suscripciones
    from usuario u
    join empresa e on e.id = u.empresa_id
    left join aviso_preferencia p on p.usuario_id = u.id
    where u.empresa_id = ${empresa} and u.activo and e.modo = 'completo'
      and case when ${solo}::bigint[] is null then u.rol <> 'tercero' else u.id = any(${solo}::bigint[]) end
    order by u.id`.execute(db)
  return rows.map(({ elegido, silencio_desde: desde, silencio_hasta: hasta, ...p }) => ({
    ...p,
    silencio: !elegido ? SILENCIO_INICIAL : desde && hasta ? { desde, hasta } : null,
  }))
}

export async function listWebhookSubscribers(db: Db, empresa: number): Promise<WebhookSubscriber[]> {
  const { rows } = await sql<WebhookSubscriber>`
    select id, nombre, tipos, familias, to_json(ubicaciones) as ubicaciones
    from webhook where empresa_id = ${empresa} and activo order by id`.execute(db)
  return rows
}

/** Saves who is notified, and by which channels. Users who were notified before are not notified again. */
export async function saveRouting(tx: Db, empresa: number, aviso: number, r: Routing): Promise<void> {
  if (r.usuarios.length)
    await sql`
      insert into aviso_usuario (usuario_id, aviso_id) select u, ${aviso} from unnest(${r.usuarios}::bigint[]) u
      on conflict do nothing`.execute(tx)
  if (!r.entregas.length) return
  const filas = r.entregas.map((e) => ({ ...e, usuario_id: e.usuario, siguiente: e.siguiente.toISOString() }))
  await sql`
    insert into entrega (empresa_id, aviso_id, canal, destino, usuario_id, nombre, resumen, debida, siguiente)
    select ${empresa}, ${aviso}, canal, destino, usuario_id, nombre, resumen, siguiente, siguiente
    from json_to_recordset(${JSON.stringify(filas)}::json)
      as t(canal text, destino text, usuario_id bigint, nombre text, resumen boolean, siguiente timestamptz)
    on conflict do nothing`.execute(tx)
}

/** Tells the open browser windows of the company that there is something new. */
export async function notifyWindows(tx: Db, empresa: number): Promise<void> {
  await sql`select avisar('avisos', ${String(empresa)})`.execute(tx)
}
