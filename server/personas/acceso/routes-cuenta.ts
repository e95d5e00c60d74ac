import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  activateSegundoFactor,
  changePassword,
  getSegundoFactor,
  listSesiones,
  prepareSegundoFactor,
  removeSegundoFactor,
  removeSesion,
} from '#contract/personas/usuarios/perfil'
import { getSeguridad, issueRestablecimiento, setSeguridad } from '#contract/personas/usuarios/usuarios'
import { bind } from '../../platform/api/bind'
import { type Cookie, newToken } from '../../platform/auth/cookie'
import type { Principal } from '../../platform/auth/principal'
import {
  isTokenDeCambio,
  listSesiones as listSesionesOf,
  removeSesionPorId,
} from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { conflicto, forbidden, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { noteCambio } from '../auditoria/service'
import { checkClave, hashClave } from './clave'
import type { KnownBrowsers } from './known-browser'
import type { RateLimits } from './rate-limit'
import { findFactor, getExigir, setExigir } from './repo-factor'
import { changeClave, checkClaveActual, issueRestablecimiento as issueRestablecimientoOf } from './service'
import { activateFactor, prepareFactor, removeFactor } from './service-factor'

type Partes = { db: Db; zona: string; rateLimits: RateLimits; cookie: Cookie; conocidos: KnownBrowsers }

const titularOf = (s: Principal) => ({ id: s.usuarioId, username: s.username })

/** Routes for password, second factor and open sessions, and the installation's requirements for them. */
export function installCuenta(app: FastifyInstance, p: Partes): void {
  const { db, zona, rateLimits, cookie, conocidos: knownBrowsers } = p

  bind(app, getSegundoFactor, 'perfil', async ({ principal }) => {
    const factor = await findFactor(db, principal.usuarioId)
    return { activo: principal.segundo_factor, codigos: factor?.codigos ?? 0, pendiente: principal.pendiente }
  })

  bind(app, prepareSegundoFactor, 'perfil', async ({ principal, body, request, write }) => {
    await checkClaveActual(db, rateLimits, {
      principal,
      clave: body.password,
      ip: request.ip,
      field: 'password',
    })
    return write((tx) => prepareFactor(tx, titularOf(principal)))
  })

  bind(app, activateSegundoFactor, 'perfil', async ({ principal, body, request, write }) => ({
    codigos: await write((tx) =>
      activateFactor(tx, rateLimits, titularOf(principal), body.codigo, request.ip),
    ),
  }))

  bind(app, removeSegundoFactor, 'perfil', async ({ principal, body, request, write }) => {
    await checkClaveActual(db, rateLimits, {
      principal,
      clave: body.password,
      ip: request.ip,
      field: 'password',
    })
    await write((tx) => removeFactor(tx, rateLimits, titularOf(principal), body.codigo, request.ip))
    return { ok: true as const }
  })

  bind(app, listSesiones, 'perfil', async ({ principal }) => {
    const rows = await listSesionesOf(db, principal.usuarioId)
    return rows.map(({ token_hash, creada, usada, ...s }) => ({
      ...s,
      creada: isoPlanta(creada, zona),
      usada: isoPlanta(usada, zona),
      actual: token_hash.equals(principal.tokenHash),
    }))
  })

  bind(app, removeSesion, 'perfil', async ({ principal, params, write }) => {
    await write(async (tx) => {
      if (!(await removeSesionPorId(tx, params.id, principal.usuarioId)))
        throw noEncontrado('Esa sesión ya no existe.')
      await noteCambio(tx, {
        accion: 'eliminar',
        entidad: 'sesion',
        id: params.id,
        nombre: principal.username,
      })
    })
    return { ok: true as const }
  })

  bind(app, changePassword, 'perfil', async ({ principal, body, request, reply, write }) => {
    await checkPortador(db, request, principal)
    await checkClaveActual(db, rateLimits, {
      principal,
      clave: body.current_password,
      ip: request.ip,
      field: 'current_password',
    })
    checkClave(body.new_password, 'new_password')
    const claveHash = await hashClave(body.new_password)
    const tokens = { token: newToken(), cambio: newToken() }
    await write((tx) => changeClave(tx, principal, claveHash, tokens))
    cookie.put(reply, tokens.token)
    await knownBrowsers.put(request, reply, { id: principal.usuarioId, clave_hash: claveHash })
    return { ok: true as const, message: 'Contraseña cambiada correctamente.', token: tokens.cambio }
  })

  bind(app, issueRestablecimiento, 'empresa', async ({ principal, params, write }) => {
    const { codigo, caduca } = await write((tx) => issueRestablecimientoOf(tx, params.id, principal))
    return { codigo, caduca: isoPlanta(caduca, zona) }
  })

  bind(app, getSeguridad, 'admin', async () => ({ exigir_segundo_factor: await getExigir(db) }))

  bind(app, setSeguridad, 'admin', async ({ principal, body, write }) => {
    if (!principal.segundo_factor)
      throw conflicto('Activa antes tu propio segundo factor, en tu perfil.', 'segundo_factor_propio')
    await write((tx) => setExigir(tx, body.exigir_segundo_factor))
    return body
  })
}

/** Throws 403 unless the request has the token that its session got at login. */
async function checkPortador(db: Db, request: FastifyRequest, principal: Principal): Promise<void> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token || !(await isTokenDeCambio(db, principal.tokenHash, token)))
    throw forbidden('Cierra la sesión y vuelve a entrar para cambiar la contraseña.', 'token_no_valido')
}
