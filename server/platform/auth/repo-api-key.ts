import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Ambito } from '#contract/valores/usuarios/claves-api'
import type { Db } from '../db/client'
import type { Principal } from './principal'
import { CUENTA, hashToken, INICIO, PENDIENTE, principalOf, SSO } from './repo-session'

/** Characters of a key that are stored as they are: `ret_` and eight more. */
export const PREFIX_LENGTH = 12

export type KeyCaller = { principal: Principal; porMinuto: number }

/**
 * Who calls with this key: its owner, within the company of the key and never beyond it, with what they may do now. Asked for
 * anew with each call, so that a key that is revoked is good in no process.
 * @param address where the call comes from; noted once a minute at most; null: none that can be noted
 * @returns null: no such key, it has expired, or its owner is gone or has no more to do with its company
 */
export async function findKeyCaller(db: Db, key: string, address: string | null): Promise<KeyCaller | null> {
  const row = await db
    .selectFrom('clave_api as k')
    .innerJoin('usuario as u', 'u.id', 'k.usuario_id')
    .innerJoin('empresa as e', 'e.id', 'k.empresa_id')
    .select([...CUENTA, 'k.id as clave_id', 'k.nombre as clave', 'k.empresa_id as suya', 'k.clave_hash'])
    .select(['k.ambitos', 'k.por_minuto', 'k.usada'])
    .select([PENDIENTE.as('pendiente'), INICIO.as('inicio'), SSO.as('sso')])
    .where('k.prefijo', '=', key.slice(0, PREFIX_LENGTH))
    .where('k.caduca', '>', sql<Date>`now()`)
    .where('u.activo', '=', true)
    .where(sql<boolean>`(u.rol = 'admin' or u.empresa_id = k.empresa_id)`)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.clave_hash, hashToken(key))) return null
  if (Date.now() - (row.usada?.getTime() ?? 0) > 60_000)
    await sql`update clave_api set usada = now(), direccion = ${address}::inet where id = ${row.clave_id}`.execute(
      db,
    )
  const owner = principalOf(row, Buffer.alloc(0))
  return {
    principal: {
      ...owner,
      empresa: row.suya,
      // Who administers all companies has keys of one.
      rol: owner.is_admin ? 'empresa' : owner.rol,
      is_admin: false,
      clave: { id: row.clave_id, nombre: row.clave, ambitos: row.ambitos as Ambito[] },
    },
    porMinuto: row.por_minuto,
  }
}
