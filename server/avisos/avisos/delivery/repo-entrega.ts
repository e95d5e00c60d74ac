import { sql } from 'kysely'
import type { AvisoDicho, CanalEntrega, Gravedad, TipoAviso, Vias } from '#contract/avisos/avisos/values'
import type { Rol } from '#contract/personas/acceso/sesion'
import type { Db } from '../../../platform/db/client'
import type { Correo, Suscripcion, Webhook } from '../channels/canal'
import type { Due, Urgency } from './outbox'
import { SALE } from './repo-salidas'

/** Timeout after which a process that hangs releases its destination: the longest run of a job. */
const COLGADO = '600s'
const MAX_RESUMEN = 500

export type Entrega = {
  id: string
  empresa: number
  canal: CanalEntrega
  resumen: boolean
  intentos: number
  debida: Date
  /** The view by the id of its mailing, or the partner and month of the statement. All null: the view is not mailed any more. */
  informe: { envioVista: number | null; tercero: number | null; mes: string | null } | null
  /** Null: a view, or a test message. */
  aviso: (AvisoDicho & { id: number; gravedad: Gravedad; enlace: string; tiempo: Date }) | null
}

/** Locks a destination until the transaction ends. @returns false: another process has it */
export async function holdDestino(tx: Db, destino: string): Promise<boolean> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${COLGADO}, true)`.execute(tx)
  const { rows } = await sql<{ mia: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`entrega ${destino}`}, 0)) as mia`.execute(tx)
  return rows[0]?.mia === true
}

/** Pending deliveries that are due; none while a failed one waits for its retry. */
const DUE = (destino: string, now: Date) => sql`
  from entrega e left join aviso a on a.id = e.aviso_id
  where e.destino = ${destino} and e.estado = 'pendiente' and e.siguiente <= ${now} and ${SALE}
    and not exists (select from entrega f where f.destino = ${destino} and f.estado = 'pendiente' and f.intentos > 0
      and f.siguiente > ${now})`

/** The next deliveries to a destination, in order: one, or all of a digest that are due. */
export async function listNext(tx: Db, destino: string, now: Date): Promise<Entrega[]> {
  const { rows } = await sql<Entrega>`
    with d as (
      select e.id, e.empresa_id as empresa, e.canal, e.resumen, e.intentos, e.debida, e.orden,
        case when a.id is not null then json_build_object('id', a.id, 'tipo', a.tipo, 'datos', a.datos,
          'gravedad', a.gravedad, 'enlace', a.enlace, 'tiempo', a.tiempo) end as aviso,
        case when e.informe is not null then json_build_object('envioVista', e.envio_vista_id,
          'tercero', e.tercero_id, 'mes', e.extracto_mes) end as informe
      ${DUE(destino, now)}
    ), primera as (select resumen, orden from d order by orden limit 1)
    select d.* from d, primera p
    where d.orden = p.orden or (p.resumen and d.resumen) order by d.orden limit ${MAX_RESUMEN}`.execute(tx)
  return rows.map((r) => ({ ...r, aviso: r.aviso && { ...r.aviso, tiempo: new Date(r.aviso.tiempo) } }))
}

/** `min` gives the most urgent one: the names sort in order of urgency. */
const URGENCY = sql<Urgency>`min(case when e.informe is not null then 'vista' when a.gravedad = 'grave' then 'grave' else 'normal' end)`

/** When the next delivery to a destination is due: not before the retry of a failed one. Undefined: there is none. */
export async function findDue(db: Db, destino: string): Promise<(Due & { urgency: Urgency }) | undefined> {
  const { rows } = await sql<Due & { urgency: Urgency }>`
    select e.destino, coalesce(max(e.siguiente) filter (where e.intentos > 0), min(e.siguiente)) as siguiente, ${URGENCY} as urgency
    from entrega e left join aviso a on a.id = e.aviso_id
    where e.destino = ${destino} and e.estado = 'pendiente' and ${SALE}
    group by 1`.execute(db)
  return rows[0]
}

/** Destinations with deliveries that are due, each with its highest urgency. */
export async function listDue(db: Db, now: Date): Promise<(Due & { urgency: Urgency })[]> {
  const { rows } = await sql<Due & { urgency: Urgency }>`
    select e.destino, min(e.siguiente) as siguiente, ${URGENCY} as urgency
    from entrega e left join aviso a on a.id = e.aviso_id
    where e.estado = 'pendiente' and e.siguiente <= ${now} and ${SALE}
    group by 1 order by 2 limit 10000`.execute(db)
  return rows
}

export async function saveEnviadas(tx: Db, ids: string[], now: Date): Promise<void> {
  await sql`update entrega set estado = 'enviada', intentos = intentos + 1, error = null, terminada = ${now}
    where id = any(${ids}::uuid[])`.execute(tx)
}

/** @param siguiente null: given up */
export async function saveFailure(
  tx: Db,
  ids: string[],
  error: string,
  next: Date | null,
  now: Date,
): Promise<void> {
  await sql`update entrega set intentos = intentos + 1, error = ${error},
      estado = ${next ? 'pendiente' : 'rechazada'}, terminada = ${next ? null : now},
      siguiente = coalesce(${next}::timestamptz, siguiente)
    where id = any(${ids}::uuid[])`.execute(tx)
}

export async function saveDescartadas(tx: Db, ids: string[], motivo: string, now: Date): Promise<void> {
  await sql`update entrega set estado = 'descartada', error = ${motivo}, terminada = ${now}
    where id = any(${ids}::uuid[])`.execute(tx)
}

/** Discards what is pending for this destination. */
export async function discardPendientes(tx: Db, destino: string, motivo: string, now: Date): Promise<void> {
  await sql`update entrega set estado = 'descartada', error = ${motivo}, terminada = ${now}
    where destino = ${destino} and estado = 'pendiente'`.execute(tx)
}

type Receptor = {
  empresa: number
  activo: boolean
  rol: Rol
  canales: Partial<Record<TipoAviso, Vias>> | null
}

/** The current receiver and whether the receiver may have it. Undefined: there is none. */
export async function findCorreo(db: Db, usuario: number): Promise<(Receptor & Correo) | undefined> {
  const { rows } = await sql<Receptor & Correo>`
    select u.id as usuario, u.nombre, u.correo, u.empresa_id as empresa, u.rol, p.canales,
      u.activo and e.modo = 'completo' and u.correo is not null as activo
    from usuario u join empresa e on e.id = u.empresa_id left join aviso_preferencia p on p.usuario_id = u.id
    where u.id = ${usuario}`.execute(db)
  return rows[0]
}

/** The current address for the statements of a partner. Undefined: there is none. */
export async function findTercero(
  db: Db,
  tercero: number,
): Promise<(Pick<Receptor, 'empresa' | 'activo'> & Correo) | undefined> {
  const { rows } = await sql<Pick<Receptor, 'empresa' | 'activo'> & Correo>`
    select null::bigint as usuario, t.nombre, x.correo, t.empresa_id as empresa, x.activo and e.modo = 'completo' as activo
    from extracto_envio x join tercero t on t.id = x.tercero_id join empresa e on e.id = t.empresa_id
    where t.id = ${tercero}`.execute(db)
  return rows[0]
}

export async function findSuscripcion(db: Db, id: number): Promise<(Receptor & Suscripcion) | undefined> {
  const { rows } = await sql<Receptor & Suscripcion>`
    select s.id, s.direccion, s.p256dh, s.auth, u.empresa_id as empresa, u.rol, p.canales,
      u.activo and e.modo = 'completo' as activo
    from suscripcion s join usuario u on u.id = s.usuario_id join empresa e on e.id = u.empresa_id
    left join aviso_preferencia p on p.usuario_id = u.id
    where s.id = ${id}`.execute(db)
  return rows[0]
}

export async function findWebhook(
  db: Db,
  id: number,
  now: Date,
): Promise<(Pick<Receptor, 'empresa' | 'activo'> & Webhook) | undefined> {
  const { rows } = await sql<Pick<Receptor, 'empresa' | 'activo'> & Webhook>`
    select id, url, empresa_id as empresa, activo,
      case when secreto_previo is not null and previo_hasta > ${now} then json_build_array(secreto, secreto_previo)
        else json_build_array(secreto) end as secretos
    from webhook where id = ${id}`.execute(db)
  return rows[0]
}

/** The device no longer exists. */
export async function removeSuscripcion(tx: Db, id: number): Promise<void> {
  await sql`delete from suscripcion where id = ${id}`.execute(tx)
}

/** The receiver no longer exists: nothing is sent there until a user switches it on again. */
export async function switchOff(tx: Db, webhook: number, motivo: string): Promise<void> {
  await sql`update webhook set activo = false, apagado = ${motivo} where id = ${webhook}`.execute(tx)
}

/** @returns its id */
export async function createPrueba(
  tx: Db,
  p: { empresa: number; canal: CanalEntrega; destino: string; usuario: number | null; nombre: string },
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into entrega (empresa_id, canal, destino, usuario_id, nombre, debida, siguiente, estado, creada)
    values (${p.empresa}, ${p.canal}, ${p.destino}, ${p.usuario}, ${p.nombre}, ${now}, ${now}, 'rechazada', ${now})
    returning id`.execute(tx)
  return (rows[0] as { id: string }).id
}

const AVISOS = '1 year'
const ENTREGAS = '90 days'

/** Deletes old notices with their read marks, and old deliveries. */
export async function pruneAvisos(db: Db): Promise<void> {
  await sql`delete from entrega where estado <> 'pendiente' and creada < now() - ${ENTREGAS}::interval`.execute(
    db,
  )
  await sql`delete from aviso where tiempo < now() - ${AVISOS}::interval`.execute(db)
  await sql`delete from aviso_hecho where tiempo < now() - ${AVISOS}::interval`.execute(db)
}
