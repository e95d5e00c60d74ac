import { isIP } from 'node:net'
import { asAutor } from '../db/autor'
import type { Db } from '../db/cliente'
import { conflicto, ErrorHttp, entradaNoValida, noEncontrado } from '../http/errores'
import { checkAlcance } from './acceso'
import { checkClave, checkClaveDe, hashClave } from './clave'
import { hashCodigo, nuevoCodigo } from './codigos'
import type { Frenos } from './freno'
import { usernameClave } from './nombre'
import type { Principal } from './principal'
import {
  findClave,
  findCuenta,
  findUsuario,
  getClaveFirma,
  saveClave,
  saveRestablecimiento,
  spendRestablecimiento,
} from './repo-cuenta'
import { hashToken, removeSesionesDe, renewSesion } from './repo-sesion'
import { codigoRechazado, faltaCodigo, takeCodigo } from './service-factor'

const cuentaDe = (username: string) => usernameClave(username).slice(0, 200)

/** The caller's address as the database takes it: without the interface of a link-local one, null where it is none. */
export function direccionDe(ip: string): string | null {
  const sinZona = ip.split('%')[0] as string
  return isIP(sinZona) ? sinZona : null
}

/** Whether somebody has this name, however it is written. */
export async function existsUsuario(db: Db, username: string): Promise<boolean> {
  return (await findUsuario(db, username)) !== undefined
}

/**
 * Whose name, password and, where they have a second factor, code these are. Throws 401, or 429 after many tries.
 * @param findConocido the name of the browser, where it is known to be theirs
 */
export async function identify(
  db: Db,
  frenos: Frenos,
  c: { username: string; password: string; codigo?: string },
  ip: string,
  findConocido: (usuario: { id: number; clave_hash: string }) => Promise<string | null>,
) {
  const cuenta = cuentaDe(c.username)
  const usuario = await findUsuario(db, c.username)
  const conocido = usuario ? await findConocido(usuario) : null
  await frenos.claves.intento(cuenta, ip, conocido)
  const buena = await checkClaveDe(usuario?.clave_hash ?? null, c.password)
  if (!usuario || !buena || !usuario.activo)
    throw new ErrorHttp(401, 'credenciales', 'Usuario o contraseña incorrectos')
  await frenos.claves.exito(cuenta, ip, conocido)
  if (usuario.segundo_factor) {
    if (!c.codigo) throw faltaCodigo()
    if (!(await takeCodigo(db, frenos, usuario, c.codigo, ip))) throw codigoRechazado()
  }
  return usuario
}

/** Throws 400 unless this is the password of the session's account; 429 after many tries. */
export async function checkClaveActual(
  db: Db,
  frenos: Frenos,
  principal: Principal,
  clave: string,
  ip: string,
  campo: string,
): Promise<void> {
  const cuenta = cuentaDe(principal.username)
  // Who is in is no stranger.
  const conocido = principal.tokenHash.toString('base64url')
  await frenos.claves.intento(cuenta, ip, conocido)
  if (!(await checkClaveDe(await findClave(db, principal.usuarioId), clave)))
    throw entradaNoValida('La contraseña actual no es correcta.', campo)
  await frenos.claves.exito(cuenta, ip, conocido)
}

/** Set a password, end the other sessions, and give this one new tokens. */
export async function changeClave(
  tx: Db,
  principal: Principal,
  claveHash: string,
  tokens: { token: string; cambio: string },
): Promise<void> {
  await saveClave(tx, principal.usuarioId, claveHash)
  await removeSesionesDe(tx, principal.usuarioId, principal.tokenHash)
  await renewSesion(tx, principal.tokenHash, tokens)
}

/** Set a new password with a one-time code: the code is used up and all sessions end. Throws 400, or 429. */
export async function resetClave(
  db: Db,
  frenos: Frenos,
  c: { username: string; codigo: string; password: string },
  ip: string,
): Promise<void> {
  const cuenta = cuentaDe(c.username)
  await frenos.restablecer.intento(cuenta, ip)
  checkClave(c.password)
  const usuario = await findUsuario(db, c.username)
  const claveHash = await hashClave(c.password)
  const autor = { id: usuario?.id ?? 0, username: usuario?.username ?? '', direccion: ip }
  const usado =
    usuario !== undefined &&
    (await asAutor(db, autor, async (tx) => {
      if (!(await spendRestablecimiento(tx, usuario.id, hashCodigo(c.codigo), claveHash))) return false
      await removeSesionesDe(tx, usuario.id)
      return true
    }))
  if (!usado) throw entradaNoValida('El código no es válido o ha caducado.', 'codigo')
  await frenos.restablecer.exito(cuenta, ip)
  await frenos.claves.exito(cuenta, ip)
}

const VALE_MS = 24 * 3_600_000

/** A one-time code for a new password. Only its hash is kept; an earlier one is void. */
export async function issueRestablecimiento(
  tx: Db,
  id: number,
  quien: Principal,
): Promise<{ codigo: string; caduca: Date }> {
  const usuario = await findCuenta(tx, id)
  if (!usuario) throw noEncontrado('Usuario no encontrado.')
  checkAlcance(quien, usuario)
  if (!usuario.activo) throw conflicto('La cuenta está desactivada.', 'cuenta_desactivada')
  const codigo = nuevoCodigo(3)
  const caduca = new Date(Date.now() + VALE_MS)
  await saveRestablecimiento(tx, id, hashCodigo(codigo), caduca)
  return { codigo, caduca }
}

/** 160 bits: it goes by mail, and nobody types it. */
const GRUPOS_POR_CORREO = 8

/** The same for a link in a mail, for an active account. */
export async function issueClave(db: Db, id: number, caduca: Date): Promise<string> {
  const codigo = nuevoCodigo(GRUPOS_POR_CORREO)
  await saveRestablecimiento(db, id, hashCodigo(codigo), caduca)
  return codigo
}

export { hashToken }

/** End all sessions of a user. */
export const endSesiones = (tx: Db, usuario: number): Promise<void> => removeSesionesDe(tx, usuario)

/** What this installation signs links with. */
export const readClaveFirma = (db: Db): Promise<Buffer> => getClaveFirma(db)
