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

/** The confirmed address, and the pending one with the data of its link. */
export async function getPendiente(db: Db, usuario: number): Promise<Pendiente & { correo: string | null }> {
  const row = await db
    .selectFrom('usuario')
    .select(['correo', 'correo_pendiente', 'correo_hash', 'correo_caduca'])
    .where('id', '=', usuario)
    .executeTakeFirst()
  return row ?? { correo: null, correo_pendiente: null, correo_hash: null, correo_caduca: null }
}

/** Restores the previous pending address, unless the pending address was changed after the link with this hash. */
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

/** Saves an address that is pending until its link is followed. */
export async function savePendiente(
  tx: Db,
  usuario: number,
  correo: string,
  hash: Buffer,
  caduca: Date,
): Promise<void> {
  await db(tx, usuario, { correo_pendiente: correo, correo_hash: hash, correo_caduca: caduca })
}

/** Removes the address and any pending one. */
export async function removeCorreo(tx: Db, usuario: number): Promise<void> {
  await db(tx, usuario, { correo: null, correo_pendiente: null, correo_hash: null, correo_caduca: null })
}

/** Removes the pending address. */
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

/** Confirms the address of this link. @returns undefined: the link is unknown or has expired */
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

/** The user of a link, before it is used. */
export async function findPendiente(db: Db, hash: Buffer) {
  return db
    .selectFrom('usuario')
    .select(['id', 'username'])
    .where('correo_hash', '=', hash)
    .executeTakeFirst()
}

/** Active accounts with this name or confirmed address that have an address and a local password. */
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
