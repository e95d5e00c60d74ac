import type { FastifyInstance } from 'fastify'
import { getUser, isAdmin, login, logout, validateToken } from '#contract/sesion'
import * as contrato from '#contract/usuarios'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { sinSesion } from '../http/errores'
import type { Conocidos } from './conocido'
import { type Cookie, nuevoToken } from './cookie'
import type { Frenos } from './freno'
import type { Principal } from './principal'
import { createSesion, getSesion, removeSesion } from './repo-sesion'
import { direccionDe, identify, resetClave } from './service'

function presentSesion(
  u: Pick<Principal, 'usuarioId' | 'username' | 'nombre' | 'foto_perfil' | 'is_admin' | 'rol'>,
) {
  return {
    id: u.usuarioId,
    username: u.username,
    nombre: u.nombre,
    foto_perfil: u.foto_perfil,
    is_admin: u.is_admin,
    rol: u.rol,
  }
}

/** Who the caller is, what of the application is theirs, and what they owe first. */
const presentPrincipal = (p: Principal) => ({
  user: presentSesion(p),
  empresa: p.empresa,
  modo: p.modo,
  inicio: p.inicio,
  pendiente: p.pendiente ? ('segundo_factor' as const) : undefined,
})

/** Getting in and out, and who is in. */
export function installSesion(
  app: FastifyInstance,
  { db, frenos, cookie, conocidos }: { db: Db; frenos: Frenos; cookie: Cookie; conocidos: Conocidos },
): void {
  bind(app, login, 'publico', async ({ body, request, reply }) => {
    const usuario = await identify(db, frenos, body, request.ip, (u) => conocidos.find(request, u))
    if (request.principal) await removeSesion(db, request.principal.tokenHash)
    const token = nuevoToken()
    const cambio = nuevoToken()
    await createSesion(db, {
      token,
      cambio,
      usuarioId: usuario.id,
      direccion: direccionDe(request.ip),
      agente: request.headers['user-agent'] ?? null,
    })
    const principal = await getSesion(db, token)
    // Deactivated between the two.
    if (!principal) throw sinSesion()
    cookie.put(reply, token)
    await conocidos.put(request, reply, usuario)
    return { ...presentPrincipal(principal), token: cambio }
  })

  bind(app, contrato.resetClave, 'publico', async ({ body, request }) => {
    await resetClave(db, frenos, body, request.ip)
    return { ok: true as const }
  })

  bind(app, validateToken, 'perfil', async ({ principal }) => ({
    ok: true as const,
    status: 'ok' as const,
    ...presentPrincipal(principal),
  }))

  bind(app, logout, 'publico', async ({ principal, reply }) => {
    if (principal) await removeSesion(db, principal.tokenHash)
    cookie.clear(reply)
    return { ok: true as const }
  })

  bind(app, isAdmin, 'perfil', async ({ principal }) => ({ is_admin: principal.is_admin }))

  bind(app, getUser, 'perfil', async ({ principal }) => ({
    user: presentSesion(principal),
    empresa: principal.empresa,
  }))
}
