import { sql } from 'kysely'
import type { TipoAviso } from '#contract/avisos/avisos/values'
import type { Db } from '../../platform/db/client'
import { lockEmpresa } from '../../platform/db/queries/empresa'
import type { Vapid } from './channels/canal-push'
import { ofUbicaciones } from './repo-preferencia'

/** Keys of this installation; the first process creates and stores them. */
export async function ensureVapid(db: Db, create: () => Promise<Vapid>): Promise<Vapid> {
  const read = async () => {
    const { rows } = await sql<Vapid>`
      select vapid_publica as publica, vapid_privada as privada from instalacion where vapid_privada is not null`.execute(
      db,
    )
    return rows[0]
  }
  const previas = await read()
  if (previas) return previas
  const nuevas = await create()
  await sql`update instalacion set vapid_publica = ${nuevas.publica}, vapid_privada = ${nuevas.privada}
    where vapid_privada is null`.execute(db)
  return (await read()) as Vapid
}

export type FilaSuscripcion = { id: number; aparato: string; creada: Date; direccion: string }

export async function listSuscripciones(db: Db, usuario: number): Promise<FilaSuscripcion[]> {
  const { rows } = await sql<FilaSuscripcion>`
    select id, aparato, creada, direccion from suscripcion where usuario_id = ${usuario} order by id limit 100`.execute(
    db,
  )
  return rows
}

/** A device belongs to the user who subscribed on it last. The newest `max` devices of a user are kept. */
export async function saveSuscripcion(
  tx: Db,
  usuario: number,
  s: { direccion: string; p256dh: string; auth: string; aparato: string },
  max: number,
): Promise<FilaSuscripcion> {
  // The device had another user: that user's waiting messages must not reach the new one.
  await sql`delete from suscripcion where direccion = ${s.direccion} and usuario_id <> ${usuario}`.execute(tx)
  const { rows } = await sql<FilaSuscripcion>`
    insert into suscripcion (usuario_id, direccion, p256dh, auth, aparato)
    values (${usuario}, ${s.direccion}, ${s.p256dh}, ${s.auth}, ${s.aparato})
    on conflict (direccion) do update set p256dh = excluded.p256dh, auth = excluded.auth, aparato = excluded.aparato
    returning id, aparato, creada, direccion`.execute(tx)
  await sql`delete from suscripcion where usuario_id = ${usuario} and id not in
    (select id from suscripcion where usuario_id = ${usuario} order by id desc limit ${max})`.execute(tx)
  return rows[0] as FilaSuscripcion
}

/** @returns whether it existed */
export async function removeSuscripcionOf(tx: Db, usuario: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from suscripcion where id = ${id} and usuario_id = ${usuario} returning id`.execute(tx)
  return rows.length > 0
}

export type FilaWebhook = {
  id: number
  empresa: number
  nombre: string
  url: string
  tipos: TipoAviso[]
  familias: string[]
  ubicaciones: number[]
  activo: boolean
  apagado: string | null
  previo_hasta: Date | null
}

const COLUMNS = sql`id, empresa_id as empresa, nombre, url, tipos, familias, to_json(ubicaciones) as ubicaciones, activo,
  apagado, case when previo_hasta > now() then previo_hasta end as previo_hasta`

/** @param empresa null: of all companies */
export async function listWebhooks(db: Db, empresa: number | null): Promise<FilaWebhook[]> {
  const { rows } = await sql<FilaWebhook>`
    select ${COLUMNS} from webhook where ${empresa}::int is null or empresa_id = ${empresa}
    order by empresa_id, lower(nombre), id limit 2000`.execute(db)
  return rows
}

/** Locks the row until the transaction ends. */
export async function holdWebhook(tx: Db, id: number): Promise<FilaWebhook | undefined> {
  const { rows } = await sql<FilaWebhook>`select ${COLUMNS} from webhook where id = ${id} for update`.execute(
    tx,
  )
  return rows[0]
}

type DatosWebhook = Pick<FilaWebhook, 'nombre' | 'url' | 'tipos' | 'familias' | 'ubicaciones'>

/** Throws 23503 if the company does not exist. @returns undefined: it already has `max` */
export async function createWebhook(
  tx: Db,
  empresa: number,
  w: DatosWebhook & { secreto: string },
  max: number,
): Promise<FilaWebhook | undefined> {
  await lockEmpresa(tx, empresa)
  const { rows } = await sql<FilaWebhook>`
    insert into webhook (empresa_id, nombre, url, secreto, tipos, familias, ubicaciones)
    select ${empresa}, ${w.nombre}, ${w.url}, ${w.secreto}, ${w.tipos}::text[], ${w.familias}::text[],
      ${ofUbicaciones(empresa, w.ubicaciones)}
    where (select count(*) from webhook where empresa_id = ${empresa}) < ${max}
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

export async function saveWebhook(tx: Db, w: DatosWebhook & Pick<FilaWebhook, 'id' | 'empresa' | 'activo'>) {
  const { rows } = await sql<FilaWebhook>`
    update webhook set nombre = ${w.nombre}, url = ${w.url}, tipos = ${w.tipos}::text[],
      familias = ${w.familias}::text[], ubicaciones = ${ofUbicaciones(w.empresa, w.ubicaciones)},
      apagado = case when ${w.activo} then null else apagado end, activo = ${w.activo}
    where id = ${w.id} returning ${COLUMNS}`.execute(tx)
  return rows[0] as FilaWebhook
}

/** The previous secret signs too until `hasta`. */
export async function saveSecret(tx: Db, id: number, secret: string, hasta: Date): Promise<FilaWebhook> {
  const { rows } = await sql<FilaWebhook>`
    update webhook set secreto_previo = secreto, previo_hasta = ${hasta}, secreto = ${secret}
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  return rows[0] as FilaWebhook
}

export async function removeWebhook(tx: Db, id: number): Promise<void> {
  await sql`delete from webhook where id = ${id}`.execute(tx)
}
