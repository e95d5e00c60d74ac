import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  activarSegundoFactor,
  changePassword,
  FOTO_MAX_BYTES,
  getFoto,
  getProfileImage,
  getSegundoFactor,
  listSesiones,
  prepararSegundoFactor,
  quitarSegundoFactor,
  removeSesion,
  updateUser,
  uploadProfileImage,
} from '#contract/perfil'
import { noteCambio } from '../auditoria/service'
import type { Db } from '../db/cliente'
import { installConArchivo, takeArchivo } from '../http/archivo'
import { bind } from '../http/bind'
import { noEncontrado, prohibido } from '../http/errores'
import { isoPlanta } from '../tiempo'
import { empresaVisible } from './acceso'
import { checkClave, hashClave } from './clave'
import type { Conocidos } from './conocido'
import { type Cookie, nuevoToken } from './cookie'
import type { Frenos } from './freno'
import { findFactor } from './repo-factor'
import { findFoto } from './repo-foto'
import {
  isTokenDeCambio,
  listSesiones as listSesionesDe,
  removeSesionPorId,
  type SesionActiva,
} from './repo-sesion'
import { changeClave, checkClaveActual } from './service'
import { activateFactor, prepareFactor, removeFactor } from './service-factor'
import { updateUser as updateUserDe, uploadFoto, urlDe } from './service-foto'

type Partes = { db: Db; zona: string; frenos: Frenos; cookie: Cookie; conocidos: Conocidos }

const titularDe = (s: SesionActiva) => ({ id: s.usuarioId, username: s.username })

/** What everybody does about their own account. */
export function installPerfil(app: FastifyInstance, p: Partes): void {
  const { db, zona, frenos } = p
  installCuenta(app, p)
  installFoto(app, db)

  bind(app, getSegundoFactor, 'perfil', async ({ sesion }) => {
    const factor = await findFactor(db, sesion.usuarioId)
    return { activo: sesion.segundo_factor, codigos: factor?.codigos ?? 0, pendiente: sesion.pendiente }
  })

  bind(app, prepararSegundoFactor, 'perfil', async ({ sesion, body, request, escribir }) => {
    await checkClaveActual(db, frenos, sesion, body.password, request.ip, 'password')
    return escribir((tx) => prepareFactor(tx, titularDe(sesion)))
  })

  bind(app, activarSegundoFactor, 'perfil', async ({ sesion, body, request, escribir }) => ({
    codigos: await escribir((tx) => activateFactor(tx, frenos, titularDe(sesion), body.codigo, request.ip)),
  }))

  bind(app, quitarSegundoFactor, 'perfil', async ({ sesion, body, request, escribir }) => {
    await checkClaveActual(db, frenos, sesion, body.password, request.ip, 'password')
    await escribir((tx) => removeFactor(tx, frenos, titularDe(sesion), body.codigo, request.ip))
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

  bind(app, removeSesion, 'perfil', async ({ sesion, params, escribir }) => {
    await escribir(async (tx) => {
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
}

/** Throws 403 unless the call carries the token that its session was given at login. */
async function checkPortador(db: Db, request: FastifyRequest, sesion: SesionActiva): Promise<void> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token || !(await isTokenDeCambio(db, sesion.tokenHash, token)))
    throw prohibido('Cierra la sesión y vuelve a entrar para cambiar la contraseña.', 'token_no_valido')
}

function installCuenta(app: FastifyInstance, { db, frenos, cookie, conocidos }: Partes): void {
  bind(app, updateUser, 'perfil', async ({ sesion, body, escribir }) => {
    const foto_perfil = await escribir((tx) => updateUserDe(tx, sesion, body))
    const { username, is_admin } = sesion
    return {
      message: 'Usuario actualizado correctamente.',
      user: { username, nombre: body.nombre, foto_perfil, is_admin },
    }
  })

  bind(app, changePassword, 'perfil', async ({ sesion, body, request, reply, escribir }) => {
    await checkPortador(db, request, sesion)
    await checkClaveActual(db, frenos, sesion, body.current_password, request.ip, 'current_password')
    checkClave(body.new_password, 'new_password')
    const claveHash = await hashClave(body.new_password)
    const tokens = { token: nuevoToken(), cambio: nuevoToken() }
    await escribir((tx) => changeClave(tx, sesion, claveHash, tokens))
    cookie.put(reply, tokens.token)
    await conocidos.put(request, reply, { id: sesion.usuarioId, clave_hash: claveHash })
    return { ok: true as const, message: 'Contraseña cambiada correctamente.', token: tokens.cambio }
  })
}

const DE_FOTO = {
  max: FOTO_MAX_BYTES,
  demasiado: 'El archivo es demasiado grande.',
  campo: 'file',
  falta: 'Falta el archivo de la foto.',
}

function installFoto(app: FastifyInstance, db: Db): void {
  installConArchivo(app, (conArchivo) => {
    bind(conArchivo, uploadProfileImage, 'perfil', async ({ sesion, request, escribir }) => {
      const bytes = await takeArchivo(request, DE_FOTO, (parte) => parte.toBuffer())
      return { url: await escribir((tx) => uploadFoto(tx, sesion, bytes)) }
    })
  })

  bind(app, getProfileImage, 'perfil', async ({ sesion }) => ({ url: sesion.foto_perfil }))

  bind(app, getFoto, 'perfil', async ({ sesion, params, reply }) => {
    const id = params.nombre.slice(0, 32)
    const empresa = empresaVisible(sesion, undefined)
    const bytes = await findFoto(db, { id, url: urlDe(id), usuario: sesion.usuarioId, empresa })
    if (!bytes) throw noEncontrado('Foto no encontrada.')
    return reply
      .type('image/jpeg')
      .header('content-security-policy', "default-src 'none'")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(bytes)
  })
}
