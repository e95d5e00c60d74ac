import { randomInt } from 'node:crypto'
import { type ClaveApi, MAX_CLAVES } from '#contract/personas/claves-api/claves-api'
import { PREFIJO_CLAVE } from '#contract/personas/claves-api/values'
import { empresaVisible } from '../../platform/auth/auth'
import type { Principal } from '../../platform/auth/principal'
import { PREFIX_LENGTH } from '../../platform/auth/repo-api-key'
import { hashToken } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { findEmpresa } from '../../platform/db/queries/empresa'
import { conflicto, noEncontrado } from '../../platform/http/errores'
import { isoPlanta } from '../../platform/time/time'
import {
  type ClaveData,
  type ClaveRow,
  countRetenidas,
  createClave,
  holdClave,
  holdClaves,
  removeClave,
  saveClave,
} from './repo'

/** A restored backup contains keys that were revoked later: they are held until a user releases them. */
export const holdClavesApi = (tx: Db): Promise<void> => holdClaves(tx)

/** Lines for the start log while keys are held; empty otherwise. */
export async function formatClavesRetenidas(db: Db): Promise<string[]> {
  const n = await countRetenidas(db)
  if (!n) return []
  const cuantas = n === 1 ? 'una clave de API no entra' : `${n.toLocaleString('es')} claves de API no entran`
  return ['', `  Se restauró una copia: ${cuantas} hasta que se suelten en Administración › Claves de API.`]
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Eight characters that identify a key, and 32 secret ones (190 bits). */
const RANDOM_LENGTH = 40

const newKey = () =>
  PREFIJO_CLAVE + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const presentClave = (k: ClaveRow, zona: string): ClaveApi => ({
  ...k,
  creada: isoPlanta(k.creada, zona),
  caduca: isoPlanta(k.caduca, zona),
  usada: isoPlanta(k.usada, zona),
  retenida: isoPlanta(k.retenida, zona),
})

/** Locks a key until the transaction ends. Throws 404 for one of another company. */
async function hold(tx: Db, principal: Principal, id: number): Promise<ClaveRow> {
  const k = await holdClave(tx, id)
  if (!k || (!principal.is_admin && k.empresa !== principal.empresa))
    throw noEncontrado('No existe esa clave de API.')
  return k
}

/**
 * Creates a key for a company. Throws 404 for an unknown company, 409 if it has the most keys allowed.
 * @returns the row and the key itself, which is not stored
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

/** Throws 404 for a key of another company. */
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

/** Throws 404 for a key of another company. */
export async function removeClaveOf(tx: Db, principal: Principal, id: number): Promise<void> {
  await hold(tx, principal, id)
  await removeClave(tx, id)
}
