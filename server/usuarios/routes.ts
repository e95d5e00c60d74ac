import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { getAjustes, getUser, isAdmin, listEmpresas, login, logout, validateToken } from '#contract/sesion'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { ErrorHttp } from '../http/errores'
import { COOKIE, empresaVisible } from './acceso'
import { checkClaveDe } from './clave'
import type { Freno } from './freno'
import { findUsuario, listEmpresas as listEmpresasDe, usernameClave } from './repo'
import { createSesion, removeSesion, type SesionActiva } from './repo-sesion'

const SIETE_DIAS_S = 7 * 24 * 3600

function presentUsuario(u: Pick<SesionActiva, 'username' | 'nombre' | 'foto_perfil' | 'is_admin'>) {
  return { username: u.username, nombre: u.nombre, foto_perfil: u.foto_perfil, is_admin: u.is_admin }
}

/** The caller's address as the database takes it: without the interface of a link-local one, null where it is none. */
function direccionDe(ip: string): string | null {
  const sinZona = ip.split('%')[0] as string
  return isIP(sinZona) ? sinZona : null
}

export function installUsuarios(app: FastifyInstance, db: Db, config: Config, freno: Freno): void {
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
  }

  bind(app, login, 'publico', async ({ body, request, reply }) => {
    const cuenta = usernameClave(body.username).slice(0, 200)
    freno.intento(cuenta, request.ip)
    const usuario = await findUsuario(db, body.username)
    const buena = await checkClaveDe(usuario?.clave_hash ?? null, body.password)
    if (!usuario || !buena || !usuario.activo)
      throw new ErrorHttp(401, 'credenciales', 'Usuario o contraseña incorrectos')
    freno.exito(cuenta, request.ip)
    if (request.sesion) await removeSesion(db, request.sesion.tokenHash)
    const token = randomBytes(32).toString('base64url')
    const cambio = randomBytes(32).toString('base64url')
    await createSesion(db, {
      token,
      cambio,
      usuarioId: usuario.id,
      direccion: direccionDe(request.ip),
      agente: request.headers['user-agent'] ?? null,
    })
    reply.setCookie(COOKIE, token, { ...cookie, maxAge: SIETE_DIAS_S })
    return { user: presentUsuario(usuario), empresa: usuario.empresa_id, token: cambio }
  })

  bind(app, validateToken, 'panel', async ({ sesion }) => ({
    ok: true as const,
    status: 'ok' as const,
    empresa: sesion.empresa,
    user: presentUsuario(sesion),
  }))

  bind(app, logout, 'publico', async ({ sesion, reply }) => {
    if (sesion) await removeSesion(db, sesion.tokenHash)
    reply.clearCookie(COOKIE, cookie)
    return { ok: true as const }
  })

  bind(app, isAdmin, 'panel', async ({ sesion }) => ({ is_admin: sesion.is_admin }))

  bind(app, getUser, 'panel', async ({ sesion }) => ({
    user: presentUsuario(sesion),
    empresa: sesion.empresa,
  }))

  bind(app, listEmpresas, 'sesion', async ({ sesion }) =>
    listEmpresasDe(db, empresaVisible(sesion, undefined)),
  )

  bind(app, getAjustes, 'publico', async () => ({
    tileStyleUrl: config.TILE_STYLE_URL === 'ninguno' ? null : config.TILE_STYLE_URL,
    dashboardUrl: config.DASHBOARD_URL ?? null,
    chatbotUrl: config.CHATBOT_URL ?? null,
    zonaHoraria: config.TZ_PLANTA,
    demo: config.DEMO,
  }))
}
