import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** Key under which a user name is unique: NFKC, lower case, trimmed. */
export function usernameClave(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

export async function findUsuario(db: Db, username: string) {
  return db
    .selectFrom('usuario')
    .selectAll()
    .where('username_clave', '=', usernameClave(username))
    .executeTakeFirst()
}

export async function createUsuario(
  db: Db,
  u: { username: string; nombre: string; claveHash: string; empresa: number; is_admin: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('usuario')
    .values({
      username: u.username.trim(),
      username_clave: usernameClave(u.username),
      nombre: u.nombre,
      clave_hash: u.claveHash,
      empresa_id: u.empresa,
      is_admin: u.is_admin,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Make a company unless there is one of that number. */
export async function ensureEmpresa(db: Db, id: number, nombre: string): Promise<void> {
  await sql`insert into empresa (id, nombre) values (${id}, ${nombre}) on conflict (id) do nothing`.execute(
    db,
  )
}

export async function listEmpresas(db: Db, empresa: number | null) {
  return db
    .selectFrom('empresa')
    .select(['id', 'nombre'])
    .$if(empresa !== null, (q) => q.where('id', '=', empresa as number))
    .orderBy('id')
    .limit(10_000)
    .execute()
}

export async function countUsuarios(db: Db): Promise<number> {
  const r = await db.selectFrom('usuario').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return r.n
}

/** The accounts that the demonstration makes, where they exist. */
export async function listClavesDeDemo(db: Db) {
  return db
    .selectFrom('usuario')
    .select(['username', 'clave_hash'])
    .where('username_clave', 'in', ['admin', 'operario', 'calidad', 'planta4', 'planta5', 'planta6'])
    .execute()
}

export async function findClave(db: Db, id: number): Promise<string | null> {
  const fila = await db.selectFrom('usuario').select('clave_hash').where('id', '=', id).executeTakeFirst()
  return fila?.clave_hash ?? null
}

/** A code that would give another password is void from now on. */
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
    .execute()
}

/** Set the password of an active user whose code this is. @returns whether it was, and is used up now */
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

/** What this installation signs with: made once, the same for all of its processes. */
export async function getClaveFirma(db: Db): Promise<Buffer> {
  const { clave_firma } = await db.selectFrom('instalacion').select('clave_firma').executeTakeFirstOrThrow()
  return clave_firma
}
