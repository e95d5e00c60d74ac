import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Rol } from '#contract/personas/acceso/sesion'
import type { Ambito } from '#contract/personas/claves-api/values'
import { PREFIJO_CLAVE } from '#contract/personas/claves-api/values'
import type { Config } from '../config/config'
import type { Db } from '../db/client'
import { addressOf, isSinCifrar } from '../http/address'
import { demasiadas, ErrorHttp, forbidden, noEncontrado } from '../http/errores'
import { checkAmbito, checkPolitica, type Politica } from './policy'
import type { Principal } from './principal'
import { findKeyCaller } from './repo-api-key'
import { getSesion } from './repo-session'

export const COOKIE = 'retorna_sesion'
/** `ret_`, eight characters that are stored in clear, and 32 that are not. */
const IS_KEY = /^ret_[A-Za-z0-9]{40}$/

const INVALID = { 'www-authenticate': 'Bearer realm="Retorna", error="invalid_token"' }

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
    /** The calls of its key are used up: thrown once it is known that it may make the call. */
    exhausted: ErrorHttp | null
  }
  interface FastifyContextConfig {
    /** The permission that a key needs; null: no key may make this call; undefined: keys are ignored here. */
    ambito?: Ambito | null
  }
}

/** Whether a call is one of the API or of EPCIS, however its address is encoded: `/%61pi/login` reaches `/api/login` too. */
export function isDeApi(request: FastifyRequest): boolean {
  return /^\/(api|epcis)(\/|$)/.test(request.routeOptions.url ?? request.url)
}

/**
 * Counts one call of a key.
 * @returns calls of the key in this minute, and the milliseconds left of the minute
 */
export type CountKeyCall = (
  key: number,
  max: number,
) => Promise<{ libre: boolean; veces: number; quedanMs: number }>

/**
 * Load the caller of an API call. With a key, the caller is the key's owner; a cookie is ignored, and so is the origin check, because a
 * browser never adds a key by itself. Otherwise the caller is the user of the session, and state-changing calls from another site are
 * refused.
 */
export function installAcceso(
  app: FastifyInstance,
  db: Db,
  config: Pick<Config, 'PUBLIC_URL'>,
  countKeyCall: CountKeyCall,
): void {
  app.decorateRequest('principal', null)
  app.decorateRequest('exhausted', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!isDeApi(request)) return
    const key = keyOf(request)
    if (key !== undefined) {
      request.principal = await admitKey(key, request, reply)
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') checkOrigen(request, config.PUBLIC_URL)
    const token = request.cookies[COOKIE]
    if (token && token.length <= 100) request.principal = await getSesion(db, token)
  })

  /** Throws 401 for an invalid key. */
  async function admitKey(key: string, request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const caller = IS_KEY.test(key) ? await findKeyCaller(db, key, addressOf(request.ip)) : null
    if (!caller)
      throw new ErrorHttp(
        401,
        'clave_no_valida',
        'La clave de API no existe, ha caducado o se ha revocado.',
        undefined,
        INVALID,
      )
    if (caller.retenida)
      throw new ErrorHttp(
        401,
        'clave_retenida',
        'La clave de API está retenida desde que se restauró una copia: quien administra la empresa la suelta en Administración › Claves de API.',
        undefined,
        INVALID,
      )
    const { principal, porMinuto } = caller
    const { libre, veces, quedanMs } = await countKeyCall(principal.clave?.id ?? 0, porMinuto)
    const seconds = Math.ceil(quedanMs / 1000)
    reply.headers({
      'ratelimit-limit': porMinuto,
      'ratelimit-remaining': Math.max(porMinuto - veces, 0),
      'ratelimit-reset': seconds,
    })
    if (!libre)
      request.exhausted = demasiadas(
        seconds,
        `La clave ha hecho sus ${porMinuto} llamadas de este minuto. Espere ${seconds} s.`,
      )
    return principal
  }
}

/**
 * Whether the caller may make this call: throws 401 or 403, then 429 for a key that has called too often. Run before the body is read and
 * before calls are counted: who may not call learns nothing else, neither what is valid nor that others have used up a limit.
 * @param ambito permission that a key needs; null: no key may make the call
 */
export function checkAccess(request: FastifyRequest, ambito: Ambito | null, politica: Politica): void {
  checkAmbito(ambito, request.principal)
  checkPolitica(politica, request.principal)
  if (request.exhausted) throw request.exhausted
}

/** The key of a call that accepts keys; undefined: the call has none. */
function keyOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (routeOptions.config.ambito === undefined) return undefined
  const [, key] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return key?.startsWith(PREFIJO_CLAVE) ? key : undefined
}

/** Where PUBLIC_URL names the host, its scheme must match too: an unencrypted page may come from anybody. */
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
 * Company that a list is restricted to: the caller's own; for an admin the requested one, or null (all).
 * Another company answers 404, as if it did not exist.
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
 * Throws unless an administrator may change this account: the administrator of a company only accounts of that company (404 for others),
 * and no administrator of all companies (403).
 */
export function checkAlcance(principal: Principal, cuenta: { empresa: number; rol: Rol }): void {
  if (principal.is_admin) return
  if (cuenta.empresa !== principal.empresa) throw noEncontrado('Usuario no encontrado.')
  if (cuenta.rol === 'admin')
    throw forbidden('Solo un administrador de todas las empresas puede cambiar esa cuenta.', 'otro_alcance')
}
