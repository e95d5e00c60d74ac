import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ambito } from '#contract/personas/claves-api/values'
import type { Db } from '../db/client'
import { prepare } from '../db/queries/prepared'
import { machineClock } from '../time/machine-clock'
import type { Principal } from './principal'
import { CUENTA, hashToken, INICIO, PENDIENTE, principalOf, SSO } from './repo-session'

/** Length of the part of a key that is stored in clear: `ret_` and eight more characters. */
export const PREFIX_LENGTH = 12

/** `retenida`: the key was restored from a copy and is not released yet. */
export type KeyCaller = { principal: Principal; porMinuto: number; retenida: boolean }

const findKey = prepare('clave_api', (db) =>
  db
    .selectFrom('clave_api as k')
    .innerJoin('usuario as u', 'u.id', 'k.usuario_id')
    .innerJoin('empresa as e', 'e.id', 'k.empresa_id')
    .select([...CUENTA, 'k.id as clave_id', 'k.nombre as clave', 'k.empresa_id as suya', 'k.clave_hash'])
    .select(['k.ambitos', 'k.por_minuto', 'k.usada', 'k.retenida'])
    .select([PENDIENTE.as('pendiente'), INICIO.as('inicio'), SSO.as('sso')])
    .where('k.prefijo', '=', '')
    .where('k.caduca', '>', new Date(0))
    .where('u.activo', '=', sql.lit(true))
    .where(sql<boolean>`(u.rol = 'admin' or u.empresa_id = k.empresa_id)`),
)

/**
 * The caller with this key: its owner, limited to the company of the key, with the rights that they have now. Queried anew for each call,
 * so that a revoked key works in no process.
 * @param address address of the caller, noted at most once a minute; null: none to note
 * @returns null: no such key, it has expired, or its owner is gone or no longer belongs to its company
 */
export async function findKeyCaller(db: Db, key: string, address: string | null): Promise<KeyCaller | null> {
  const now = new Date(machineClock.now())
  const [row] = await findKey(db, [key.slice(0, PREFIX_LENGTH), now])
  if (!row || !timingSafeEqual(row.clave_hash, hashToken(key))) return null
  if (Math.abs(now.getTime() - (row.usada?.getTime() ?? 0)) > 60_000)
    await sql`update clave_api set usada = ${now}, direccion = ${address}::inet where id = ${row.clave_id}`.execute(
      db,
    )
  const owner = principalOf(row, Buffer.alloc(0))
  return {
    principal: {
      ...owner,
      empresa: row.suya,
      // The key of an administrator of all companies works in one company only.
      rol: owner.is_admin ? 'empresa' : owner.rol,
      is_admin: false,
      clave: { id: row.clave_id, nombre: row.clave, ambitos: row.ambitos as Ambito[] },
    },
    porMinuto: row.por_minuto,
    retenida: row.retenida !== null,
  }
}
