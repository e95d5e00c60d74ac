import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Rol } from '#contract/sesion'
import type { Config } from '../config/config'
import type { Db } from '../db/client'
import { isSinCifrar } from '../http/address'
import { forbidden, noEncontrado } from '../http/errores'
import type { Principal } from './principal'
import { getSesion } from './repo-session'

export const COOKIE = 'retorna_sesion'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
}

/** Whether a call is one of the API's, however its address was written: `/%61pi/login` reaches `/api/login` too. */
export function isDeApi(request: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(request.routeOptions.url ?? request.url)
}

/** Load the session of each API call and refuse state-changing calls that come from another site. */
export function installAcceso(app: FastifyInstance, db: Db, config: Pick<Config, 'PUBLIC_URL'>): void {
  app.decorateRequest('sesion', null)
  app.addHook('onRequest', async (request) => {
    if (!isDeApi(request)) return
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigen(request, config.PUBLIC_URL)
    const token = request.cookies[COOKIE]
    if (token && token.length <= 100) request.principal = await getSesion(db, token)
  })
}

/** Where PUBLIC_URL names the host, its scheme counts too: a page read without encryption may be anybody's. */
function checkOrigen(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  if (origin === undefined) return
  const origen = URL.canParse(origin) ? new URL(origin) : null
  const publico = publicUrl ? new URL(publicUrl) : null
  // The browser would drop the Secure cookie, so the next call would have no session.
  if (origen && publico?.protocol === 'https:' && origen.host === request.headers.host && isSinCifrar(origen))
    throw forbidden(`Abre Retorna en ${publico.origin}: aquí no se puede guardar la sesión.`, 'sin_https')
  if (origen && publico && origen.host === publico.host && origen.protocol === publico.protocol) return
  if (origen && origen.host === request.headers.host && origen.host !== publico?.host) return
  throw forbidden('La petición viene de otro sitio web.', 'origen_ajeno')
}

/**
 * Company that a list is narrowed to: the caller's own; for an admin the one asked for, or null (all).
 * Somebody else's company answers 404, as if it did not exist.
 */
export function empresaVisible(principal: Principal, pedida: number | undefined): number | null {
  if (principal.is_admin) return pedida ?? null
  if (pedida !== undefined && pedida !== principal.empresa) throw noEncontrado('No existe esa empresa.')
  return principal.empresa
}

/** The same for data of exactly one company: an admin who names none gets their own. */
export const uniqueEmpresa = (principal: Principal, pedida: number | undefined): number =>
  empresaVisible(principal, pedida) ?? principal.empresa

/**
 * Throws unless an administrator may change this account: one of a company reaches the accounts of that company (another
 * is not there: 404), and no administrator of all companies (403).
 */
export function checkAlcance(principal: Principal, cuenta: { empresa: number; rol: Rol }): void {
  if (principal.is_admin) return
  if (cuenta.empresa !== principal.empresa) throw noEncontrado('Usuario no encontrado.')
  if (cuenta.rol === 'admin')
    throw forbidden('Solo un administrador de todas las empresas puede cambiar esa cuenta.', 'otro_alcance')
}
