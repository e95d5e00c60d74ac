import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import type { Acceso } from '../http/bind'
import { noEncontrado, prohibido, sinSesion } from '../http/errores'
import { getSesion, type SesionActiva } from './repo-sesion'

export const COOKIE = 'retorna_sesion'
/** Companies whose people see their panel, profile and public view, and nothing else. */
const EMPRESAS_DE_PANEL = new Set([4, 5, 6])

declare module 'fastify' {
  interface FastifyRequest {
    sesion: SesionActiva | null
  }
}

/** Load the session of each API call and refuse state-changing calls that come from another site. */
export function installAcceso(app: FastifyInstance, db: Db, config: Pick<Config, 'PUBLIC_URL'>): void {
  app.decorateRequest('sesion', null)
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigen(request, config.PUBLIC_URL)
    const token = request.cookies[COOKIE]
    if (token && token.length <= 100) request.sesion = await getSesion(db, token)
  })
}

function checkOrigen(request: FastifyRequest, publicUrl: string | undefined): void {
  const origen = request.headers.origin
  if (origen === undefined) return
  const propio = URL.canParse(origen) && new URL(origen).host === request.headers.host
  if (propio || (publicUrl && origen === new URL(publicUrl).origin)) return
  throw prohibido('La petición viene de otro sitio web.', 'origen_ajeno')
}

export async function checkAcceso(request: FastifyRequest, acceso: Acceso): Promise<void> {
  if (acceso === 'publico') return
  const { sesion } = request
  if (!sesion) throw sinSesion()
  if (acceso === 'panel') return
  if (EMPRESAS_DE_PANEL.has(sesion.empresa))
    throw prohibido('Su empresa no tiene acceso a esta parte de la aplicación.')
  if (acceso === 'admin' && !sesion.is_admin)
    throw prohibido('Acceso denegado: no tienes permisos de administrador.', 'solo_administradores')
}

/**
 * Company that a list is narrowed to: the caller's own; for an admin the one asked for, or null (all).
 * Somebody else's company answers 404, as if it did not exist.
 */
export function empresaVisible(sesion: SesionActiva, pedida: number | undefined): number | null {
  if (sesion.is_admin) return pedida ?? null
  if (pedida !== undefined && pedida !== sesion.empresa) throw noEncontrado('No existe esa empresa.')
  return sesion.empresa
}
