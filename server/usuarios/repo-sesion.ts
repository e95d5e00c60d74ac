import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/cliente'

export type SesionActiva = {
  usuarioId: number
  username: string
  nombre: string
  foto_perfil: string | null
  empresa: number
  is_admin: boolean
  tokenHash: Buffer
}

const VIVA = sql<boolean>`s.usada > now() - interval '12 hours' and s.creada > now() - interval '7 days'`

/** Only hashes of tokens are stored; a token has 256 random bits, so that a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function createSesion(
  db: Db,
  s: { token: string; cambio: string; usuarioId: number; direccion: string | null; agente: string | null },
): Promise<void> {
  await db
    .insertInto('sesion')
    .values({
      token_hash: hashToken(s.token),
      cambio_hash: hashToken(s.cambio),
      usuario_id: s.usuarioId,
      direccion: s.direccion,
      agente: s.agente?.slice(0, 300) ?? null,
    })
    .execute()
  await db.updateTable('usuario').set({ ultimo_acceso: sql`now()` }).where('id', '=', s.usuarioId).execute()
  await sql`delete from sesion where usada < now() - interval '12 hours' or creada < now() - interval '7 days'`.execute(
    db,
  )
}

/** The session of a token: 12 hours idle, 7 days at most, of an active user. `usada` moves at most once a minute. */
export async function getSesion(db: Db, token: string): Promise<SesionActiva | null> {
  const tokenHash = hashToken(token)
  const fila = await db
    .selectFrom('sesion as s')
    .innerJoin('usuario as u', 'u.id', 's.usuario_id')
    .select(['u.id', 'u.username', 'u.nombre', 'u.foto_perfil', 'u.empresa_id', 'u.is_admin', 's.usada'])
    .where('s.token_hash', '=', tokenHash)
    .where('u.activo', '=', true)
    .where(VIVA)
    .executeTakeFirst()
  if (!fila) return null
  if (Date.now() - fila.usada.getTime() > 60_000)
    await db.updateTable('sesion').set({ usada: sql`now()` }).where('token_hash', '=', tokenHash).execute()
  return {
    usuarioId: fila.id,
    username: fila.username,
    nombre: fila.nombre,
    foto_perfil: fila.foto_perfil,
    empresa: fila.empresa_id,
    is_admin: fila.is_admin,
    tokenHash,
  }
}

export async function removeSesion(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sesion').where('token_hash', '=', tokenHash).execute()
}

/** Of these sessions, by the hex of their hash, those that are still good, with what their user may see now. */
export async function listVivas(db: Db, hashes: Buffer[]) {
  const filas = await db
    .selectFrom('sesion as s')
    .innerJoin('usuario as u', 'u.id', 's.usuario_id')
    .select(['s.token_hash', 'u.empresa_id as empresa', 'u.is_admin'])
    .where(sql<boolean>`s.token_hash = any(${hashes})`)
    .where('u.activo', '=', true)
    .where(VIVA)
    .execute()
  return new Map(filas.map(({ token_hash, ...quien }) => [token_hash.toString('hex'), quien]))
}
