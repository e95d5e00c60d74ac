import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { usernameClave } from './nombre'

/** Whether an account of `usuario` logs in by single sign-on. */
export const IS_SSO = sql<boolean>`exists (select from identidad where identidad.usuario_id = usuario.id)`

/**
 * Whether the company of an account requires single sign-on. The last administrator with a local login is never shut out: if all would be,
 * the one with the oldest account may log in.
 */
export async function mustUseSso(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ must: boolean }>`
    with local as (
      select u.id, e.exigir_sso from usuario u join empresa e on e.id = u.empresa_id
      where u.rol = 'admin' and u.activo and e.modo = 'completo' and not exists (select from identidad i where i.usuario_id = u.id)
    )
    select e.exigir_sso and not (
      u.id = (select min(id) from local) and not exists (select from local where not exigir_sso)
    ) as must
    from usuario u join empresa e on e.id = u.empresa_id where u.id = ${id}`.execute(db)
  return rows[0]?.must ?? false
}

export async function findUsuario(db: Db, username: string) {
  return db
    .selectFrom('usuario')
    .selectAll()
    .where('username_clave', '=', usernameClave(username))
    .executeTakeFirst()
}

export async function findClave(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('usuario').select('clave_hash').where('id', '=', id).executeTakeFirst()
  return row?.clave_hash ?? null
}

/** Saves a password; pending reset codes become void. */
export async function saveClave(db: Db, id: number, claveHash: string): Promise<void> {
  await db
    .updateTable('usuario')
    .set({ clave_hash: claveHash, restablecer_hash: null, restablecer_caduca: null })
    .where('id', '=', id)
    .execute()
}

export async function saveRestablecimiento(db: Db, id: number, hash: Buffer, caduca: Date): Promise<void> {
  await db
    .updateTable('usuario')
    .set({ restablecer_hash: hash, restablecer_caduca: caduca })
    .where('id', '=', id)
    .where(({ not }) => not(IS_SSO))
    .execute()
}

/** Sets the password of the active user whose reset code this is, and uses the code up. @returns whether it was valid */
export async function spendRestablecimiento(
  db: Db,
  id: number,
  hash: Buffer,
  claveHash: string,
): Promise<boolean> {
  const r = await db
    .updateTable('usuario')
    .set({ clave_hash: claveHash, restablecer_hash: null, restablecer_caduca: null })
    .where('id', '=', id)
    .where('activo', '=', true)
    .where('restablecer_hash', '=', hash)
    .where('restablecer_caduca', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

/** Whether an account may be used; undefined: it does not exist. */
export async function findCuenta(db: Db, id: number) {
  return db
    .selectFrom('usuario')
    .select(['activo', 'rol', 'empresa_id as empresa'])
    .select(IS_SSO.as('sso'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Signing key of this installation: created once, shared by all its processes. */
export async function getClaveFirma(db: Db): Promise<Buffer> {
  const { clave_firma } = await db.selectFrom('instalacion').select('clave_firma').executeTakeFirstOrThrow()
  return clave_firma
}
