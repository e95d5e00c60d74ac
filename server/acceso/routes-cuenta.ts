import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  activateSegundoFactor,
  changePassword,
  getSegundoFactor,
  listSesiones,
  prepareSegundoFactor,
  removeSegundoFactor,
  removeSesion,
} from '#contract/perfil'
import { getSeguridad, issueRestablecimiento, setSeguridad } from '#contract/usuarios'
import { noteCambio } from '../auditoria/service'
import type { Db } from '../db/cliente'
import { bind } from '../http/bind'
import { conflicto, noEncontrado, prohibido } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { checkClave, hashClave } from './clave'
import type { Conocidos } from './conocido'
import { type Cookie, nuevoToken } from './cookie'
import type { Frenos } from './freno'
import type { Principal } from './principal'
import { findFactor, getExigir, setExigir } from './repo-factor'
import { isTokenDeCambio, listSesiones as listSesionesDe, removeSesionPorId } from './repo-sesion'
import { changeClave, checkClaveActual, issueRestablecimiento as issueRestablecimientoDe } from './service'
import { activateFactor, prepareFactor, removeFactor } from './service-factor'

type Partes = { db: Db; zona: string; frenos: Frenos; cookie: Cookie; conocidos: Conocidos }

const titularDe = (s: Principal) => ({ id: s.usuarioId, username: s.username })

/** How people prove who they are: password, second factor, open sessions; and what the installation asks of them. */
export function installCuenta(app: FastifyInstance, p: Partes): void {
  const { db, zona, frenos, cookie, conocidos } = p

  bind(app, getSegundoFactor, 'perfil', async ({ sesion }) => {
    const factor = await findFactor(db, sesion.usuarioId)
    return { activo: sesion.segundo_factor, codigos: factor?.codigos ?? 0, pendiente: sesion.pendiente }
  })

  bind(app, prepareSegundoFactor, 'perfil', async ({ sesion, body, request, write }) => {
    await checkClaveActual(db, frenos, sesion, body.password, request.ip, 'password')
    return write((tx) => prepareFactor(tx, titularDe(sesion)))
  })

  bind(app, activateSegundoFactor, 'perfil', async ({ sesion, body, request, write }) => ({
    codigos: await write((tx) => activateFactor(tx, frenos, titularDe(sesion), body.codigo, request.ip)),
  }))

  bind(app, removeSegundoFactor, 'perfil', async ({ sesion, body, request, write }) => {
    await checkClaveActual(db, frenos, sesion, body.password, request.ip, 'password')
    await write((tx) => removeFactor(tx, frenos, titularDe(sesion), body.codigo, request.ip))
    return { ok: true as const }
  })

  bind(app, listSesiones, 'perfil', async ({ sesion }) => {
    const filas = await listSesionesDe(db, sesion.usuarioId)
    return filas.map(({ token_hash, creada, usada, ...s }) => ({
      ...s,
      creada: isoPlanta(creada, zona),
      usada: isoPlanta(usada, zona),
      actual: token_hash.equals(sesion.tokenHash),
    }))
  })

  bind(app, removeSesion, 'perfil', async ({ sesion, params, write }) => {
    await write(async (tx) => {
      if (!(await removeSesionPorId(tx, params.id, sesion.usuarioId)))
        throw noEncontrado('Esa sesión ya no existe.')
      await noteCambio(tx, {
        accion: 'eliminar',
        entidad: 'sesion',
        id: params.id,
        nombre: sesion.username,
      })
    })
    return { ok: true as const }
  })

  bind(app, changePassword, 'perfil', async ({ sesion, body, request, reply, write }) => {
    await checkPortador(db, request, sesion)
    await checkClaveActual(db, frenos, sesion, body.current_password, request.ip, 'current_password')
    checkClave(body.new_password, 'new_password')
    const claveHash = await hashClave(body.new_password)
    const tokens = { token: nuevoToken(), cambio: nuevoToken() }
    await write((tx) => changeClave(tx, sesion, claveHash, tokens))
    cookie.put(reply, tokens.token)
    await conocidos.put(request, reply, { id: sesion.usuarioId, clave_hash: claveHash })
    return { ok: true as const, message: 'Contraseña cambiada correctamente.', token: tokens.cambio }
  })

  bind(app, issueRestablecimiento, 'admin', async ({ params, write }) => {
    const { codigo, caduca } = await write((tx) => issueRestablecimientoDe(tx, params.id))
    return { codigo, caduca: isoPlanta(caduca, zona) }
  })

  bind(app, getSeguridad, 'admin', async () => ({ exigir_segundo_factor: await getExigir(db) }))

  bind(app, setSeguridad, 'admin', async ({ sesion, body, write }) => {
    if (!sesion.segundo_factor)
      throw conflicto('Activa antes tu propio segundo factor, en tu perfil.', 'segundo_factor_propio')
    await write((tx) => setExigir(tx, body.exigir_segundo_factor))
    return body
  })
}

/** Throws 403 unless the call carries the token that its session was given at login. */
async function checkPortador(db: Db, request: FastifyRequest, sesion: Principal): Promise<void> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token || !(await isTokenDeCambio(db, sesion.tokenHash, token)))
    throw prohibido('Cierra la sesión y vuelve a entrar para cambiar la contraseña.', 'token_no_valido')
}
