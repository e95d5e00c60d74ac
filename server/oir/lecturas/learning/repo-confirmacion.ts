import { sql } from 'kysely'
import { RETIRABLE_S } from '#contract/oir/lecturas/calibracion-values'
import type { Db } from '../../../platform/db/client'
import { PLACE_OF_LECTOR } from '../rules/estancia'

/** A container that was heard, with the place reported for it. */
export type LastReported = {
  id: number
  empresa: number
  lugar: number
  dicho: string | null
  certeza: number | null
  creencia: Buffer | null
}

/** Null: the container was never heard. Undefined: there is no such container. */
export async function findLastReported(
  db: Db,
  empresa: number | null,
  mac: string,
): Promise<LastReported | null | undefined> {
  const { rows } = await sql<Omit<LastReported, 'lugar'> & { lugar: number | null }>`
    select d.id, d.empresa_id as empresa, d.ubicacion as dicho, d.certeza, c.datos as creencia,
      coalesce(e.ubicacion_id, l.ubicacion_id, ${PLACE_OF_LECTOR} + l.id) as lugar
    from dispositivo_actual d
    left join dispositivo_estado e on e.dispositivo_id = d.id
    left join dispositivo l on l.id = e.lector_id
    left join creencia c on c.dispositivo_id = d.id
    where d.mac = ${mac} and d.tipo <> 'Reader' and (${empresa}::int is null or d.empresa_id = ${empresa})`.execute(
    db,
  )
  const d = rows[0]
  if (!d) return undefined
  return d.lugar === null ? null : { ...d, lugar: d.lugar }
}

/** Name of a location of the company; undefined: the company has no location with this id. */
export async function findNombre(db: Db, empresa: number, ubicacion: number): Promise<string | undefined> {
  const { rows } = await sql<{ nombre: string }>`
    select nombre from ubicacion where id = ${ubicacion} and empresa_id = ${empresa}`.execute(db)
  return rows[0]?.nombre
}

export type New = {
  d: LastReported
  ubicacion: number
  usuario: number
  autor: string
  nats: number
  creible: boolean
}

export async function insertConfirmacion(
  tx: Db,
  { d, ubicacion, usuario, autor: actor, nats, creible }: New,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into confirmacion (empresa_id, dispositivo_id, ubicacion_id, usuario_id, autor, dicho, lugar, certeza, nats, creible)
    values (${d.empresa}, ${d.id}, ${ubicacion}, ${usuario}, ${actor}, ${d.dicho}, ${d.lugar}, ${d.certeza}, ${nats}, ${creible})
    returning id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** @returns undefined: there is no such confirmation of this person; else whether it could still be taken back */
export async function removeConfirmacion(
  tx: Db,
  id: number,
  usuario: number,
): Promise<{ aTiempo: boolean } | undefined> {
  const { rows } = await sql<{ a_tiempo: boolean }>`
    select momento > now() - make_interval(secs => ${RETIRABLE_S}) and version is null as a_tiempo
    from confirmacion where id = ${id} and usuario_id = ${usuario} and retirada is null for update`.execute(
    tx,
  )
  if (!rows[0]) return undefined
  const aTiempo = rows[0].a_tiempo
  if (aTiempo)
    await sql`update confirmacion set retirada = now(), pendiente = true where id = ${id}`.execute(tx)
  return { aTiempo }
}

export async function isPendiente(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from confirmacion where id = ${id} and pendiente`.execute(db)
  return rows.length > 0
}
