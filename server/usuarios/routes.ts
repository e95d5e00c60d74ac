import type { FastifyInstance } from 'fastify'
import { getAjustes, getUser, isAdmin, listEmpresas, login, logout, validateToken } from '#contract/sesion'
import { restablecerClave } from '#contract/usuarios'
import type { Config } from '../config'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { empresaVisible } from './acceso'
import { createConocidos } from './conocido'
import { createCookie, nuevoToken } from './cookie'
import type { Frenos } from './freno'
import { listEmpresas as listEmpresasDe } from './repo'
import { getExigir } from './repo-factor'
import { createSesion, removeSesion, type SesionActiva } from './repo-sesion'
import { installPerfil } from './routes-perfil'
import { installAdministracion } from './routes-usuarios'
import { direccionDe, identify, resetClave } from './service'

function presentSesion(u: Pick<SesionActiva, 'username' | 'nombre' | 'foto_perfil' | 'is_admin'>) {
  return { username: u.username, nombre: u.nombre, foto_perfil: u.foto_perfil, is_admin: u.is_admin }
}

const presentPendiente = (pendiente: boolean) => (pendiente ? ('segundo_factor' as const) : undefined)

export function installUsuarios(app: FastifyInstance, db: Db, config: Config, frenos: Frenos): void {
  const cookie = createCookie(config)
  const conocidos = createConocidos(db, config)
  installPerfil(app, { db, zona: config.TZ_PLANTA, frenos, cookie, conocidos })
  installAdministracion(app, db, config.TZ_PLANTA)

  bind(app, login, 'publico', async ({ body, request, reply }) => {
    const usuario = await identify(db, frenos, body, request.ip, (u) => conocidos.find(request, u))
    if (request.sesion) await removeSesion(db, request.sesion.tokenHash)
    const token = nuevoToken()
    const cambio = nuevoToken()
    await createSesion(db, {
      token,
      cambio,
      usuarioId: usuario.id,
      direccion: direccionDe(request.ip),
      agente: request.headers['user-agent'] ?? null,
    })
    cookie.put(reply, token)
    await conocidos.put(request, reply, usuario)
    const pendiente = usuario.is_admin && !usuario.segundo_factor && (await getExigir(db))
    return {
      user: presentSesion(usuario),
      empresa: usuario.empresa_id,
      token: cambio,
      pendiente: presentPendiente(pendiente),
    }
  })

  bind(app, restablecerClave, 'publico', async ({ body, request }) => {
    await resetClave(db, frenos, body, request.ip)
    return { ok: true as const }
  })

  bind(app, validateToken, 'perfil', async ({ sesion }) => ({
    ok: true as const,
    status: 'ok' as const,
    empresa: sesion.empresa,
    user: presentSesion(sesion),
    pendiente: presentPendiente(sesion.pendiente),
  }))

  bind(app, logout, 'publico', async ({ sesion, reply }) => {
    if (sesion) await removeSesion(db, sesion.tokenHash)
    cookie.clear(reply)
    return { ok: true as const }
  })

  bind(app, isAdmin, 'perfil', async ({ sesion }) => ({ is_admin: sesion.is_admin }))

  bind(app, getUser, 'perfil', async ({ sesion }) => ({
    user: presentSesion(sesion),
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
