import type { FastifyInstance } from 'fastify'
import { getUser, isAdmin, login, logout, validateToken } from '#contract/personas/acceso/sesion'
import * as contrato from '#contract/personas/usuarios/usuarios'
import { bind } from '../../platform/api/bind'
import { type Cookie, newToken } from '../../platform/auth/cookie'
import type { Principal } from '../../platform/auth/principal'
import { createSesion, getSesion, removeSesion } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { addressOf } from '../../platform/http/address'
import { forbidden, sinSesion } from '../../platform/http/errores'
import { inLoginPlace } from './clave'
import type { KnownBrowsers } from './known-browser'
import type { RateLimits } from './rate-limit'
import { mustUseSso } from './repo-cuenta'
import { identify, resetClave } from './service'

function presentSesion(
  u: Pick<Principal, 'usuarioId' | 'username' | 'nombre' | 'foto_perfil' | 'is_admin' | 'rol' | 'sso'>,
) {
  return {
    id: u.usuarioId,
    username: u.username,
    nombre: u.nombre,
    foto_perfil: u.foto_perfil,
    is_admin: u.is_admin,
    rol: u.rol,
    ...(u.sso && { sso: true as const }),
  }
}

/** The caller, the caller's permissions, and what the caller must do first. */
const presentPrincipal = (p: Principal) => ({
  user: presentSesion(p),
  empresa: p.empresa,
  modo: p.modo,
  inicio: p.inicio,
  pendiente: p.pendiente ? ('segundo_factor' as const) : undefined,
})

/** Single sign-on, if the installation has it. */
export type Sso = {
  /** Display name of the provider. */
  name: string
  /** URL at which a browser also ends its session at the provider. */
  findLogoutUrl(tokenHash: Buffer): Promise<string | null>
}

/** Routes for login, logout and the current session. */
export function installSesion(
  app: FastifyInstance,
  {
    db,
    rateLimits,
    cookie,
    conocidos: knownBrowsers,
    sso,
  }: { db: Db; rateLimits: RateLimits; cookie: Cookie; conocidos: KnownBrowsers; sso: Sso | null },
): void {
  bind(app, login, 'publico', async ({ body, request, reply }) => {
    const usuario = await inLoginPlace(request.ip, () =>
      identify(db, rateLimits, body, request.ip, (u) => knownBrowsers.find(request, u)),
    )
    if (sso && (await mustUseSso(db, usuario.id)))
      throw forbidden(`Su empresa pide entrar con ${sso.name}. Use ese botón.`, 'solo_sso')
    if (request.principal) await removeSesion(db, request.principal.tokenHash)
    const token = newToken()
    const cambio = newToken()
    await createSesion(db, {
      token,
      cambio,
      usuarioId: usuario.id,
      direccion: addressOf(request.ip),
      agente: request.headers['user-agent'] ?? null,
    })
    const principal = await getSesion(db, token)
    // The account was deactivated between the two steps.
    if (!principal) throw sinSesion()
    cookie.put(reply, token)
    await knownBrowsers.put(request, reply, usuario)
    return { ...presentPrincipal(principal), token: cambio }
  })

  bind(app, contrato.resetClave, 'publico', async ({ body, request }) => {
    await inLoginPlace(request.ip, () => resetClave(db, rateLimits, body, request.ip))
    return { ok: true as const }
  })

  bind(app, validateToken, 'perfil', async ({ principal }) => ({
    ok: true as const,
    status: 'ok' as const,
    ...presentPrincipal(principal),
  }))

  bind(app, logout, 'publico', async ({ principal, reply }) => {
    const salida = principal && (await sso?.findLogoutUrl(principal.tokenHash))
    if (principal) await removeSesion(db, principal.tokenHash)
    cookie.clear(reply)
    return { ok: true as const, ...(salida && { salida }) }
  })

  bind(app, isAdmin, 'perfil', async ({ principal }) => ({ is_admin: principal.is_admin }))

  bind(app, getUser, 'perfil', async ({ principal }) => ({
    user: presentSesion(principal),
    empresa: principal.empresa,
  }))
}
