import { sql } from 'kysely'
import type { Formato } from '#contract/exportar'
import type { Busqueda, Cuando, PantallaVista } from '#contract/resumen/vistas/values'
import type { Db } from '../../platform/db/client'

const A_LA_VEZ = 200

type New = {
  vista: number
  usuario: number
  formato: Formato
  cuando: Cuando
  hora: string
  de_empresa: number | null
  siguiente: Date
}

export async function saveEnvio(tx: Db, e: New): Promise<void> {
  await sql`insert into envio_vista as e (vista_id, usuario_id, formato, cuando, hora, de_empresa, siguiente)
    values (${e.vista}, ${e.usuario}, ${e.formato}, ${e.cuando}, ${e.hora}, ${e.de_empresa}, ${e.siguiente})
    on conflict (vista_id, usuario_id) do update set formato = excluded.formato, cuando = excluded.cuando,
      hora = excluded.hora, de_empresa = excluded.de_empresa, siguiente = excluded.siguiente`.execute(tx)
}

export async function removeEnvio(tx: Db, vista: number, usuario: number): Promise<void> {
  await sql`delete from envio_vista where vista_id = ${vista} and usuario_id = ${usuario}`.execute(tx)
}

export async function removeEnvioPorId(tx: Db, id: number): Promise<void> {
  await sql`delete from envio_vista where id = ${id}`.execute(tx)
}

/** A view that is no longer shared is mailed only to its owner. */
export async function removeEnviosDeOtros(tx: Db, vista: number): Promise<void> {
  await sql`delete from envio_vista e using vista v
    where v.id = e.vista_id and v.id = ${vista} and e.usuario_id <> v.usuario_id`.execute(tx)
}

/** Whether a user may see the view of an `envio_vista e` now, from `vista v`, `usuario u` and `empresa c`. */
const PUEDE = sql<boolean>`u.activo and c.modo = 'completo' and u.empresa_id = v.empresa_id
  and (v.usuario_id = u.id or v.compartida)`

export type DueEnvio = {
  id: number
  usuario: number
  nombre: string
  empresa: number
  vista: string
  cuando: Cuando
  hora: string
  siguiente: Date
  puede: boolean
}

/** Mails that are due, locked until the transaction ends; those that another process has locked are skipped. */
export async function holdDue(tx: Db, now: Date): Promise<DueEnvio[]> {
  const { rows } = await sql<DueEnvio>`
    select e.id, u.id as usuario, u.nombre, u.empresa_id as empresa, v.nombre as vista, e.cuando, e.hora, e.siguiente,
      ${PUEDE} as puede
    from envio_vista e join vista v on v.id = e.vista_id join usuario u on u.id = e.usuario_id
    join empresa c on c.id = u.empresa_id
    where e.siguiente <= ${now} and not exists (select from salidas_retenidas) order by e.siguiente, e.id limit ${A_LA_VEZ} for update of e skip locked`.execute(
    tx,
  )
  return rows
}

/** Mails that are due, whether or not deliveries are held. */
export async function listDue(tx: Db, now: Date): Promise<Pick<DueEnvio, 'id' | 'cuando' | 'hora'>[]> {
  const { rows } = await sql<Pick<DueEnvio, 'id' | 'cuando' | 'hora'>>`
    select id, cuando, hora from envio_vista where siguiente <= ${now} order by id limit 100000 for update`.execute(
    tx,
  )
  return rows
}

/** Creates a delivery for a mail that is due: one per due time, however often this is called. */
export async function createEntrega(tx: Db, e: DueEnvio, destino: string, now: Date): Promise<void> {
  await sql`insert into entrega (empresa_id, canal, destino, usuario_id, nombre, informe, envio_vista_id, creada, debida,
      siguiente)
    values (${e.empresa}, 'correo', ${destino}, ${e.usuario}, ${e.nombre}, ${e.vista}, ${e.id}, ${now}, ${e.siguiente},
      ${now})
    on conflict (envio_vista_id, debida) do nothing`.execute(tx)
}

export async function saveNext(tx: Db, id: number, next: Date): Promise<void> {
  await sql`update envio_vista set siguiente = ${next} where id = ${id}`.execute(tx)
}

export type EnvioEntero = {
  usuario: number
  pantalla: PantallaVista
  nombre: string
  busqueda: Busqueda
  consulta: Busqueda
  formato: Formato
  de_empresa: number | null
}

/** The view to mail; undefined: it is not mailed any more, or not to this user. */
export async function findEnvio(db: Db, id: number): Promise<EnvioEntero | undefined> {
  const { rows } = await sql<EnvioEntero>`
    select e.usuario_id as usuario, v.pantalla, v.nombre, v.busqueda, v.consulta, e.formato, e.de_empresa
    from envio_vista e join vista v on v.id = e.vista_id join usuario u on u.id = e.usuario_id
    join empresa c on c.id = u.empresa_id
    where e.id = ${id} and ${PUEDE}`.execute(db)
  return rows[0]
}

/** The confirmed address of a user. */
export async function findAddress(db: Db, usuario: number): Promise<string | null> {
  const { rows } = await sql<{
    correo: string | null
  }>`select correo from usuario where id = ${usuario}`.execute(db)
  return rows[0]?.correo ?? null
}
