import { sql } from 'kysely'
import type { Formato } from '#contract/exportar'
import type { Busqueda, Cuando, PantallaVista } from '#contract/resumen/vistas/values'
import type { Principal } from '../../platform/auth/principal'
import type { Db } from '../../platform/db/client'

/** Limit for a user's own and shared views together. */
const MAX_LIST = 500

export type VistaRow = {
  id: number
  usuario: number
  pantalla: PantallaVista
  nombre: string
  busqueda: Busqueda
  consulta: Busqueda
  compartida: boolean
  /** Name of its owner. */
  de: string
  /** How it is mailed to the caller; null: it is not. */
  formato: Formato | null
  cuando: Cuando
  hora: string
  de_empresa: number | null
  siguiente: Date
  ultimo: Date | null
  error: string | null
}

type Who = Pick<Principal, 'usuarioId' | 'empresa'>

const visibles = ({ usuarioId, empresa }: Who) => sql`
  select v.id, v.usuario_id as usuario, v.pantalla, v.nombre, v.busqueda, v.consulta, v.compartida, u.nombre as de,
    e.formato, e.cuando, e.hora, e.de_empresa, e.siguiente, ultimo.terminada as ultimo,
    case when fin.estado <> 'enviada' then fin.error end as error
  from vista v join usuario u on u.id = v.usuario_id
  left join envio_vista e on e.vista_id = v.id and e.usuario_id = ${usuarioId}
  left join lateral (select terminada from entrega where envio_vista_id = e.id and estado = 'enviada'
    order by debida desc limit 1) ultimo on true
  left join lateral (select estado, error from entrega where envio_vista_id = e.id order by debida desc limit 1) fin on true
  where v.empresa_id = ${empresa} and (v.usuario_id = ${usuarioId} or v.compartida)`

/** Views of a screen that a user may see, own ones first. */
export async function listVistas(db: Db, who: Who, screen: PantallaVista): Promise<VistaRow[]> {
  const { rows } = await sql<VistaRow>`${visibles(who)} and v.pantalla = ${screen}
    order by v.usuario_id <> ${who.usuarioId}, lower(v.nombre), v.id limit ${MAX_LIST}`.execute(db)
  return rows
}

/** A view that a user may see. */
export async function findVista(db: Db, who: Who, id: number): Promise<VistaRow | undefined> {
  return (await sql<VistaRow>`${visibles(who)} and v.id = ${id}`.execute(db)).rows[0]
}

export async function countVistas(db: Db, usuario: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from vista where usuario_id = ${usuario}`.execute(db)
  return rows[0]?.n ?? 0
}

type Contenido = { busqueda: Busqueda; consulta: Busqueda }
type New = Contenido & { pantalla: PantallaVista; nombre: string; compartida: boolean }

/** @returns its id; undefined: the user has another view of this name on this screen */
export async function createVista(tx: Db, who: Who, v: New): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into vista (empresa_id, usuario_id, pantalla, nombre, busqueda, consulta, compartida)
    values (${who.empresa}, ${who.usuarioId}, ${v.pantalla}, ${v.nombre}, ${JSON.stringify(v.busqueda)},
      ${JSON.stringify(v.consulta)}, ${v.compartida})
    on conflict (usuario_id, empresa_id, pantalla, lower(nombre)) do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** The user has another view of this name on this screen. */
export const isNombreRepetido = (e: unknown) => {
  const { code, constraint } = e as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'vista_nombre'
}

/** Throws an error that `isNombreRepetido` recognizes. */
export async function saveVista(
  tx: Db,
  id: number,
  v: Contenido & { nombre: string; compartida: boolean },
): Promise<void> {
  await sql`
    update vista set nombre = ${v.nombre}, compartida = ${v.compartida}, busqueda = ${JSON.stringify(v.busqueda)},
      consulta = ${JSON.stringify(v.consulta)}
    where id = ${id}`.execute(tx)
}

export async function removeVista(tx: Db, id: number): Promise<void> {
  await sql`delete from vista where id = ${id}`.execute(tx)
}
