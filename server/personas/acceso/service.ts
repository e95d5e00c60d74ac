import { checkAlcance } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import {
  hashToken,
  removeSesionesLocales,
  removeSesionesOf,
  renewSesion,
} from '../../platform/auth/repo-session'
import { asActor } from '../../platform/db/actor'
import type { Db } from '../../platform/db/client'
import { conflicto, ErrorHttp, entradaNoValida, noEncontrado } from '../../platform/http/errores'
import { checkClave, checkClaveOf, hashClave } from './clave'
import { hashCodigo, nuevoCodigo } from './codigos'
import { usernameClave } from './nombre'
import type { RateLimits } from './rate-limit'
import {
  findClave,
  findCuenta,
  findUsuario,
  getClaveFirma,
  saveClave,
  saveRestablecimiento,
  spendRestablecimiento,
} from './repo-cuenta'
import { codigoRechazado, faltaCodigo, takeCodigo } from './service-factor'

const cuentaOf = (username: string) => usernameClave(username).slice(0, 200)

/** Whether the name is taken, ignoring spelling variants (case, Unicode form). */
export async function existsUsuario(db: Db, username: string): Promise<boolean> {
  return (await findUsuario(db, username)) !== undefined
}

/**
 * The user with this name, password and, where required, code. Throws 401, or 429 after many attempts.
 * @param findKnownBrowser name of the browser, if it is known to the user
 */
export async function identify(
  db: Db,
  rateLimits: RateLimits,
  c: { username: string; password: string; codigo?: string },
  ip: string,
  findKnownBrowser: (usuario: { id: number; clave_hash: string }) => Promise<string | null>,
) {
  const cuenta = cuentaOf(c.username)
  const usuario = await findUsuario(db, c.username)
  const knownBrowser = usuario ? await findKnownBrowser(usuario) : null
  await rateLimits.claves.intento(cuenta, ip, knownBrowser)
  const buena = await checkClaveOf(usuario?.clave_hash ?? null, c.password)
  if (!usuario || !buena || !usuario.activo)
    throw new ErrorHttp(401, 'credenciales', 'Usuario o contraseña incorrectos')
  await rateLimits.claves.exito(cuenta, ip, knownBrowser)
  if (usuario.segundo_factor) {
    if (!c.codigo) throw faltaCodigo()
    if (!(await takeCodigo(db, rateLimits, usuario, c.codigo, ip))) throw codigoRechazado()
  }
  return usuario
}

/** Throws 400 unless this is the password of the session's account; 429 after many attempts. */
export async function checkClaveActual(
  db: Db,
  rateLimits: RateLimits,
  { principal, clave, ip, field }: { principal: Principal; clave: string; ip: string; field: string },
): Promise<void> {
  const cuenta = cuentaOf(principal.username)
  // A session counts as a known browser.
  const knownBrowser = principal.tokenHash.toString('base64url')
  await rateLimits.claves.intento(cuenta, ip, knownBrowser)
  if (!(await checkClaveOf(await findClave(db, principal.usuarioId), clave)))
    throw entradaNoValida('La contraseña actual no es correcta.', field)
  await rateLimits.claves.exito(cuenta, ip, knownBrowser)
}

/** Sets a password, ends the other sessions, and gives this one new tokens. */
export async function changeClave(
  tx: Db,
  principal: Principal,
  claveHash: string,
  tokens: { token: string; cambio: string },
): Promise<void> {
  await saveClave(tx, principal.usuarioId, claveHash)
  await removeSesionesOf(tx, principal.usuarioId, principal.tokenHash)
  await renewSesion(tx, principal.tokenHash, tokens)
}

/** Sets a new password with a reset code: the code is used up, and all sessions end. Throws 400, or 429. */
export async function resetClave(
  db: Db,
  rateLimits: RateLimits,
  c: { username: string; codigo: string; password: string },
  ip: string,
): Promise<void> {
  const cuenta = cuentaOf(c.username)
  await rateLimits.restablecer.intento(cuenta, ip)
  checkClave(c.password)
  const usuario = await findUsuario(db, c.username)
  const claveHash = await hashClave(c.password)
  const actor = { id: usuario?.id ?? 0, username: usuario?.username ?? '', direccion: ip }
  const usado =
    usuario !== undefined &&
    (await asActor(db, actor, async (tx) => {
      if (!(await spendRestablecimiento(tx, usuario.id, hashCodigo(c.codigo), claveHash))) return false
      await removeSesionesOf(tx, usuario.id)
      return true
    }))
  if (!usado) throw entradaNoValida('El código no es válido o ha caducado.', 'codigo')
  await rateLimits.restablecer.exito(cuenta, ip)
  await rateLimits.claves.exito(cuenta, ip)
}

const VALE_MS = 24 * 3_600_000

/** Creates a reset code. Only its hash is stored; an earlier code becomes void. */
export async function issueRestablecimiento(
  tx: Db,
  id: number,
  who: Principal,
): Promise<{ codigo: string; caduca: Date }> {
  const usuario = await findCuenta(tx, id)
  if (!usuario) throw noEncontrado('Usuario no encontrado.')
  checkAlcance(who, usuario)
  if (!usuario.activo) throw conflicto('La cuenta está desactivada.', 'cuenta_desactivada')
  if (usuario.sso)
    throw conflicto(
      'Esta cuenta entra con el proveedor de la empresa: aquí no tiene contraseña.',
      'cuenta_sso',
    )
  const codigo = nuevoCodigo(3)
  const caduca = new Date(Date.now() + VALE_MS)
  await saveRestablecimiento(tx, id, hashCodigo(codigo), caduca)
  return { codigo, caduca }
}

/** 160 bits: the code is part of a link in a mail, and nobody types it. */
const GRUPOS_POR_CORREO = 8

/** The same for a link in a mail, for an active account. */
export async function issueClave(db: Db, id: number, caduca: Date): Promise<string> {
  const codigo = nuevoCodigo(GRUPOS_POR_CORREO)
  await saveRestablecimiento(db, id, hashCodigo(codigo), caduca)
  return codigo
}

export { hashToken }

/** Ends all sessions of a user. */
export const endSesiones = (tx: Db, usuario: number): Promise<void> => removeSesionesOf(tx, usuario)

/** Ends the sessions of a company's users that a password opened, except `menos`. */
export const endSesionesLocales = (tx: Db, empresa: number, menos: Buffer): Promise<void> =>
  removeSesionesLocales(tx, empresa, menos)

/** The key with which this installation signs links. */
export const readClaveFirma = (db: Db): Promise<Buffer> => getClaveFirma(db)
