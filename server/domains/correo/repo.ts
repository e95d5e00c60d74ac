import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import { IS_SSO } from '../acceso/repo-cuenta'

export async function getCorreo(db: Db, usuario: number) {
  const row = await db
    .selectFrom('usuario')
    .select(['correo', 'correo_pendiente as pendiente'])
    .where('id', '=', usuario)
    .executeTakeFirst()
  return row ?? { correo: null, pendiente: null }
}

type Pendiente = Pick<Cambio, 'correo_pendiente' | 'correo_hash' | 'correo_caduca'>

/** The address, and the one that waits with what its link needs. */
export async function getPendiente(db: Db, usuario: number): Promise<Pendiente & { correo: string | null }> {
  const row = await db
    .selectFrom('usuario')
    .select(['correo', 'correo_pendiente', 'correo_hash', 'correo_caduca'])
    .where('id', '=', usuario)
    .executeTakeFirst()
  return row ?? { correo: null, correo_pendiente: null, correo_hash: null, correo_caduca: null }
}

/** What waited before waits again, unless somebody has changed it since the link of this hash. */
export async function restorePendiente(
  tx: Db,
  usuario: number,
  hash: Buffer,
  { correo_pendiente, correo_hash, correo_caduca }: Pendiente,
): Promise<void> {
  await tx
    .updateTable('usuario')
    .set({ correo_pendiente, correo_hash, correo_caduca })
    .where('id', '=', usuario)
    .where('correo_hash', '=', hash)
    .execute()
}

/** An address that waits for its link to be followed. */
export async function savePendiente(
  tx: Db,
  usuario: number,
  correo: string,
  hash: Buffer,
  caduca: Date,
): Promise<void> {
  await db(tx, usuario, { correo_pendiente: correo, correo_hash: hash, correo_caduca: caduca })
}

/** No address, and none that waits. */
export async function removeCorreo(tx: Db, usuario: number): Promise<void> {
  await db(tx, usuario, { correo: null, correo_pendiente: null, correo_hash: null, correo_caduca: null })
}

/** None waits any more. */
export async function removePendiente(tx: Db, usuario: number): Promise<void> {
  await db(tx, usuario, { correo_pendiente: null, correo_hash: null, correo_caduca: null })
}

type Cambio = {
  correo?: null
  correo_pendiente: string | null
  correo_hash: Buffer | null
  correo_caduca: Date | null
}
const db = (tx: Db, usuario: number, cambio: Cambio) =>
  tx.updateTable('usuario').set(cambio).where('id', '=', usuario).execute()

/** The address whose link this is counts from now on. @returns undefined: the link is nobody's, or too old */
export async function confirmPendiente(
  tx: Db,
  hash: Buffer,
): Promise<{ id: number; username: string; correo: string } | undefined> {
  const { rows } = await sql<{ id: number; username: string; correo: string }>`
    update usuario set correo = correo_pendiente, correo_pendiente = null, correo_hash = null, correo_caduca = null
    where correo_hash = ${hash} and correo_caduca > now() and activo
    returning id, username, correo`.execute(tx)
  return rows[0]
}

/** Whose link this is, before it is used. */
export async function findPendiente(db: Db, hash: Buffer) {
  return db
    .selectFrom('usuario')
    .select(['id', 'username'])
    .where('correo_hash', '=', hash)
    .executeTakeFirst()
}

/** Active accounts of this name or confirmed address, with an address and a password of ours. */
export async function listPorNombreOCorreo(db: Db, clave: string, correo: string) {
  return db
    .selectFrom('usuario')
    .select(['id', 'nombre', 'username'])
    .select(sql<string>`correo`.as('correo'))
    .where('activo', '=', true)
    .where('correo', 'is not', null)
    .where(sql<boolean>`not (${IS_SSO})`)
    .where(sql<boolean>`(username_clave = ${clave} or lower(correo) = lower(${correo}))`)
    .orderBy('id')
    .limit(5)
    .execute()
}
