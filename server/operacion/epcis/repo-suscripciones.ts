import { sql } from 'kysely'
import type { ConsultaGuardada } from '#contract/operacion/epcis/epcis'
import { SALE } from '../../avisos/avisos/delivery/repo-salidas'
import type { Db } from '../../platform/db/client'
import { lockEmpresa } from '../../platform/db/queries/empresa'
import { queueJobs } from '../../platform/jobs/jobs'

export type FilaSuscripcion = {
  id: number
  empresa: number
  nombre: string
  webhook: number
  webhook_nombre: string
  consulta: ConsultaGuardada
  activa: boolean
  apagada: string | null
  enviada: Date | null
  siguiente: Date | null
  error: string | null
  creada: Date
}

const SELECT = sql`
  select s.id, s.empresa_id as empresa, s.nombre, s.webhook_id as webhook, w.nombre as webhook_nombre, s.consulta, s.activa, s.apagada,
    s.enviada, s.siguiente, s.error, s.creada
  from epcis_suscripcion s join webhook w on w.id = s.webhook_id`

/** @param empresa null: of all companies */
export async function listSuscripciones(db: Db, empresa: number | null): Promise<FilaSuscripcion[]> {
  const { rows } = await sql<FilaSuscripcion>`${SELECT}
    where ${empresa}::int is null or s.empresa_id = ${empresa} order by s.empresa_id, lower(s.nombre), s.id limit 2000`.execute(
    db,
  )
  return rows
}

/** Locks the row until the transaction ends. */
export async function holdSuscripcion(tx: Db, id: number): Promise<FilaSuscripcion | undefined> {
  const { rows } = await sql<FilaSuscripcion>`${SELECT} where s.id = ${id} for update of s`.execute(tx)
  return rows[0]
}

/** Whether a company has this webhook. */
export async function isWebhookOf(tx: Db, empresa: number, webhook: number): Promise<boolean> {
  const { rows } =
    await sql`select from webhook where id = ${webhook} and empresa_id = ${empresa} for key share`.execute(tx)
  return rows.length > 0
}

export type DatosSuscripcion = { nombre: string; webhook: number; consulta: ConsultaGuardada }

/** @returns its id; undefined: the company already has `max` */
export async function createSuscripcion(
  tx: Db,
  empresa: number,
  s: DatosSuscripcion & { desde_el_principio: boolean },
  max: number,
): Promise<number | undefined> {
  await lockEmpresa(tx, empresa)
  const { rows } = await sql<{ id: number }>`
    insert into epcis_suscripcion (empresa_id, webhook_id, nombre, consulta, cursor)
    select ${empresa}, ${s.webhook}, ${s.nombre}, ${JSON.stringify(s.consulta)}::jsonb,
      case when ${s.desde_el_principio} then 0 else coalesce((select max(id) from epcis_evento where empresa_id = ${empresa}), 0) end
    where (select count(*) from epcis_suscripcion where empresa_id = ${empresa}) < ${max}
    returning id`.execute(tx)
  return rows[0]?.id
}

/** A subscription that is resumed is tried at once, from its cursor. */
export async function saveSuscripcion(
  tx: Db,
  id: number,
  s: DatosSuscripcion & { activa: boolean },
): Promise<void> {
  await sql`
    update epcis_suscripcion set nombre = ${s.nombre}, webhook_id = ${s.webhook}, consulta = ${JSON.stringify(s.consulta)}::jsonb,
      activa = ${s.activa}, apagada = case when ${s.activa} then null else apagada end,
      hasta = null, intentos = 0, desde = null, siguiente = null, error = case when ${s.activa} then null else error end
    where id = ${id}`.execute(tx)
}

export async function removeSuscripcion(tx: Db, id: number): Promise<void> {
  await sql`delete from epcis_suscripcion where id = ${id}`.execute(tx)
}

/** Queues delivery jobs of subscriptions with events to send. @param empresa null: of all companies, retries included */
export async function queueSuscripciones(tx: Db, empresa: number | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from epcis_suscripcion s
    where s.activa and (${empresa}::int is null or s.empresa_id = ${empresa}) and coalesce(s.siguiente, now()) <= now() and ${SALE}
      and exists (select from epcis_evento e where e.empresa_id = s.empresa_id and e.id > s.cursor)
    order by s.id`.execute(tx)
  await queueJobs(
    tx,
    'epcis.enviar',
    rows.map(({ id }) => ({ data: { id }, key: String(id) })),
  )
}

/** Queues a job for the rest of a subscription. */
export const queueSuscripcion = (tx: Db, id: number): Promise<void> =>
  queueJobs(tx, 'epcis.enviar', [{ data: { id }, key: String(id) }])

/** A subscription that may send now. */
export type Enviable = {
  id: number
  empresa: number
  webhook: number
  consulta: ConsultaGuardada
  cursor: number
  hasta: number | null
  intentos: number
  desde: Date | null
}

/** Locks a subscription until the transaction ends. @returns undefined: another process has it, it is paused, or it waits for a retry */
export async function holdEnviable(tx: Db, id: number, now: Date): Promise<Enviable | undefined> {
  const { rows } = await sql<Enviable>`
    select id, empresa_id as empresa, webhook_id as webhook, consulta, cursor, hasta, intentos, desde from epcis_suscripcion
    where id = ${id} and activa and coalesce(siguiente, '-infinity') <= ${now} and ${SALE} for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

/** The page up to this event was delivered, or had nothing for the subscription. */
export async function saveEnviada(tx: Db, id: number, cursor: number, at: Date | null): Promise<void> {
  await sql`
    update epcis_suscripcion set cursor = ${cursor}, hasta = null, intentos = 0, desde = null, siguiente = null, error = null,
      enviada = coalesce(${at}::timestamptz, enviada)
    where id = ${id}`.execute(tx)
}

/** The delivery failed: the same page will be retried. */
export async function saveFallo(
  tx: Db,
  s: Enviable,
  f: { hasta: number; error: string; desde: Date; siguiente: Date },
): Promise<void> {
  await sql`
    update epcis_suscripcion set hasta = ${f.hasta}, intentos = intentos + 1, error = ${f.error}, desde = ${f.desde}, siguiente = ${f.siguiente}
    where id = ${s.id}`.execute(tx)
}

/** Nothing more is sent until a user resumes it, from its cursor. */
export async function pauseSuscripcion(tx: Db, id: number, why: string): Promise<void> {
  await sql`
    update epcis_suscripcion set activa = false, apagada = ${why}, hasta = null, intentos = 0, desde = null, siguiente = null
    where id = ${id}`.execute(tx)
}
