import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** Secrets have 192 random bits, so that a fast hash is enough. */
export const hashDeClave = (clave: string) => createHash('sha256').update(clave).digest()

/** The credentials with these user names, each with its reader. */
export async function listCredenciales(db: Db, usuarios: string[]) {
  return (
    db
      .selectFrom('credencial as c')
      .innerJoin('dispositivo as d', 'd.id', 'c.dispositivo_id')
      .select([
        'c.usuario',
        'c.clave_hash',
        'c.puente',
        'd.id',
        'd.empresa_id',
        'd.mac',
        'd.tipo',
        'd.etiqueta',
      ])
      .where('c.usuario', '=', sql<string>`any(${usuarios}::text[])`)
      .where('d.eliminado', 'is', null)
      // A device that is no longer a reader has no valid credential.
      .where('d.tipo', '=', 'Reader')
      .execute()
  )
}

/** Creates or replaces the credential of a reader in the caller's transaction. Only the hash of the secret is stored. */
export async function createCredencial(
  tx: Db,
  lector: { id: number; empresa: number; mac: string },
  puente: boolean,
) {
  const usuario = `lector-${lector.mac.toLowerCase()}`
  const clave = randomBytes(24).toString('base64url')
  const clave_hash = hashDeClave(clave)
  // Locks the reader: two concurrent calls would collide on one of two unique columns, and `on conflict` handles only one.
  await tx.selectFrom('dispositivo').select('id').where('id', '=', lector.id).forNoKeyUpdate().execute()
  // A deleted reader that had the same mac loses its credential.
  await tx
    .deleteFrom('credencial')
    .where('usuario', '=', usuario)
    .where('dispositivo_id', '<>', lector.id)
    .execute()
  await tx
    .insertInto('credencial')
    .values({ dispositivo_id: lector.id, empresa_id: lector.empresa, usuario, clave_hash, puente })
    .onConflict((oc) =>
      oc
        .column('dispositivo_id')
        .doUpdateSet({ usuario, clave_hash, puente, creada: new Date(), usada: null }),
    )
    .execute()
  return { usuario, clave }
}

/** Whether the reader's present credential also speaks for the other readers of its company. */
export async function isPuente(db: Db, lector: number): Promise<boolean> {
  const c = await db
    .selectFrom('credencial')
    .select('puente')
    .where('dispositivo_id', '=', lector)
    .executeTakeFirst()
  return c?.puente === true
}

/** @returns whether there was a credential */
export async function removeCredencial(db: Db, lector: number): Promise<boolean> {
  const r = await db.deleteFrom('credencial').where('dispositivo_id', '=', lector).executeTakeFirst()
  return r.numDeletedRows > 0n
}
