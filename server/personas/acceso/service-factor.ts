import type { Db } from '../../platform/db/client'
import { conflicto, ErrorHttp, entradaNoValida } from '../../platform/http/errores'
import { hashCodigo, newSecret, nuevoCodigo, pasoOf } from './codigos'
import { usernameClave } from './nombre'
import type { RateLimits } from './rate-limit'
import { findFactor, saveSecret, spendCodigo, spendPaso, turnOffFactor, turnOnFactor } from './repo-factor'

const RECUPERACION = 10

type Titular = { id: number; username: string }

/** Uses up a code of the authenticator app or a recovery code. Throttled; false if it is invalid or was used before. */
export async function takeCodigo(
  db: Db,
  rateLimits: RateLimits,
  u: Titular & { totp_secreto: string | null },
  codigo: string,
  address: string,
): Promise<boolean> {
  const cuenta = usernameClave(u.username)
  await rateLimits.codigos.intento(cuenta, address)
  const paso = u.totp_secreto ? pasoOf(u.totp_secreto, codigo) : null
  const buena =
    paso === null ? await spendCodigo(db, u.id, hashCodigo(codigo)) : await spendPaso(db, u.id, paso)
  if (buena) await rateLimits.codigos.exito(cuenta, address)
  return buena
}

/** A new secret, which is active only after a first code is entered. */
export async function prepareFactor(tx: Db, u: Titular): Promise<{ secreto: string; uri: string }> {
  const nuevo = newSecret(u.username)
  if (!(await saveSecret(tx, u.id, nuevo.secreto))) throw yaActivo()
  return nuevo
}

/** @returns recovery codes; only their hashes are stored */
export async function activateFactor(
  tx: Db,
  rateLimits: RateLimits,
  u: Titular,
  codigo: string,
  address: string,
): Promise<string[]> {
  const factor = await findFactor(tx, u.id)
  if (factor?.segundo_factor) throw yaActivo()
  if (!factor?.totp_secreto)
    throw conflicto('Prepara antes el segundo factor.', 'segundo_factor_sin_preparar')
  const titular = { ...u, totp_secreto: factor.totp_secreto }
  if (!(await takeCodigo(tx, rateLimits, titular, codigo, address))) throw codigoMalo()
  const codigos = Array.from({ length: RECUPERACION }, () => nuevoCodigo(3))
  if (!(await turnOnFactor(tx, u.id, codigos.map(hashCodigo)))) throw yaActivo()
  return codigos
}

export async function removeFactor(
  tx: Db,
  rateLimits: RateLimits,
  u: Titular,
  codigo: string,
  address: string,
): Promise<void> {
  const factor = await findFactor(tx, u.id)
  if (!factor?.segundo_factor)
    throw conflicto('El segundo factor no está activado.', 'segundo_factor_inactivo')
  const titular = { ...u, totp_secreto: factor.totp_secreto }
  if (!(await takeCodigo(tx, rateLimits, titular, codigo, address))) throw codigoMalo()
  await turnOffFactor(tx, u.id)
}

/** For an administrator: removes the second factor of a user who has lost it. */
export const takeFactorAway = (tx: Db, usuario: number): Promise<void> => turnOffFactor(tx, usuario)

const codigoMalo = () => entradaNoValida('El código de verificación no es correcto.', 'codigo')
const yaActivo = () => conflicto('El segundo factor ya está activado.', 'segundo_factor_activo')

export const faltaCodigo = () => new ErrorHttp(401, 'segundo_factor', 'Introduce el código de verificación.')
export const codigoRechazado = () =>
  new ErrorHttp(401, 'segundo_factor_incorrecto', 'El código de verificación no es correcto.')
