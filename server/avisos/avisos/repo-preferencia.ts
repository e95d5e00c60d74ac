import { sql } from 'kysely'
import type { PreferenciasAviso } from '#contract/avisos/avisos/avisos'
import {
  SILENCIO_INICIAL,
  TIPOS_AVISO,
  type TipoAviso,
  type Vias,
  viasOf,
} from '#contract/avisos/avisos/values'
import type { Rol } from '#contract/personas/acceso/sesion'
import type { Db } from '../../platform/db/client'

export async function getPreferencias(db: Db, usuario: number, rol: Rol): Promise<PreferenciasAviso> {
  const { rows } = await sql<{
    canales: Partial<Record<TipoAviso, Vias>>
    silencio_desde: string | null
    silencio_hasta: string | null
    familias: string[]
    ubicaciones: number[]
  }>`select canales, silencio_desde, silencio_hasta, familias, to_json(ubicaciones) as ubicaciones
     from aviso_preferencia where usuario_id = ${usuario}`.execute(db)
  const p = rows[0]
  const suyas = { rol, canales: p?.canales ?? null }
  const canales = Object.fromEntries(TIPOS_AVISO.map((t) => [t, viasOf(suyas, t)])) as Record<TipoAviso, Vias>
  if (!p) return { canales, silencio: SILENCIO_INICIAL, familias: [], ubicaciones: [] }
  const { silencio_desde: desde, silencio_hasta: hasta, familias, ubicaciones } = p
  return { canales, silencio: desde && hasta ? { desde, hasta } : null, familias, ubicaciones }
}

/** Deleted places and places of another company are left out. */
export async function savePreferencias(
  tx: Db,
  usuario: number,
  empresa: number,
  p: PreferenciasAviso,
): Promise<void> {
  await sql`
    insert into aviso_preferencia (usuario_id, canales, silencio_desde, silencio_hasta, familias, ubicaciones)
    values (${usuario}, ${JSON.stringify(p.canales)}::jsonb, ${p.silencio?.desde ?? null},
      ${p.silencio?.hasta ?? null}, ${p.familias}::text[], ${ofUbicaciones(empresa, p.ubicaciones)})
    on conflict (usuario_id) do update set canales = excluded.canales, silencio_desde = excluded.silencio_desde,
      silencio_hasta = excluded.silencio_hasta, familias = excluded.familias, ubicaciones = excluded.ubicaciones`.execute(
    tx,
  )
}

/** Those of these locations that belong to the company. */
export const ofUbicaciones = (empresa: number, ids: number[]) => sql`
  array(select id from ubicacion where empresa_id = ${empresa} and id = any(${ids}::bigint[]) order by id)`

/** Role and company of a user; undefined: there is no such user. */
export async function findRol(db: Db, usuario: number): Promise<{ rol: Rol; empresa: number } | undefined> {
  const { rows } = await sql<{ rol: Rol; empresa: number }>`
    select rol, empresa_id as empresa from usuario where id = ${usuario}`.execute(db)
  return rows[0]
}
