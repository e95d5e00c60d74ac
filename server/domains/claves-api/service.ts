import { randomInt } from 'node:crypto'
import { type ClaveApi, MAX_CLAVES } from '#contract/usuarios/claves-api'
import { PREFIJO_CLAVE } from '#contract/valores/usuarios/claves-api'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import { PREFIX_LENGTH } from '../../platform/auth/repo-api-key'
import { hashToken } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/empresa'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import { type ClaveData, type ClaveRow, createClave, holdClave, removeClave, saveClave } from './repo'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Eight characters that tell keys apart, and 32 (190 bits) that nobody can guess. */
const RANDOM_LENGTH = 40

const newKey = () =>
  PREFIJO_CLAVE + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const presentClave = (k: ClaveRow, zona: string): ClaveApi => ({
  ...k,
  creada: isoPlanta(k.creada, zona),
  caduca: isoPlanta(k.caduca, zona),
  usada: isoPlanta(k.usada, zona),
})

/** Held until the transaction ends. Throws 404 for one of another company. */
async function hold(tx: Db, principal: Principal, id: number): Promise<ClaveRow> {
  const k = await holdClave(tx, id)
  if (!k || (!principal.is_admin && k.empresa !== principal.empresa))
    throw noEncontrado('No existe esa clave de API.')
  return k
}

/**
 * A key of the caller's, for one company. Throws 404 for a company that is not there, 409 where it has enough.
 * @returns the row, and the key itself, which is kept nowhere
 */
export async function createClaveOf(tx: Db, principal: Principal, pedida: number, data: ClaveData) {
  const empresa = empresaVisible(principal, pedida) ?? pedida
  if (!(await findEmpresa(tx, empresa))) throw noEncontrado('No existe esa empresa.')
  const key = newKey()
  const id = await createClave(
    tx,
    { empresa, usuario: principal.usuarioId, prefijo: key.slice(0, PREFIX_LENGTH), hash: hashToken(key) },
    data,
    MAX_CLAVES,
  )
  if (id === undefined)
    throw conflicto(`Una empresa puede tener como mucho ${MAX_CLAVES} claves de API.`, 'demasiados')
  return { clave: await hold(tx, principal, id), key }
}

/** Throws 404 for one of another company. */
export async function updateClaveOf(
  tx: Db,
  principal: Principal,
  id: number,
  change: Parameters<typeof saveClave>[2],
): Promise<ClaveRow> {
  await hold(tx, principal, id)
  await saveClave(tx, id, change)
  return hold(tx, principal, id)
}

/** Throws 404 for one of another company. */
export async function removeClaveOf(tx: Db, principal: Principal, id: number): Promise<void> {
  await hold(tx, principal, id)
  await removeClave(tx, id)
}
