import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

export async function saveSecret(db: Db, usuario: number, secret: string): Promise<boolean> {
  const r = await db
    .updateTable('usuario')
    .set({ totp_secreto: secret, totp_paso: null })
    .where('id', '=', usuario)
    .where('segundo_factor', '=', false)
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

export async function findFactor(db: Db, usuario: number) {
  return db
    .selectFrom('usuario')
    .select([
      'segundo_factor',
      'totp_secreto',
      'clave_hash',
      sql<number>`cardinality(totp_codigos)`.as('codigos'),
    ])
    .where('id', '=', usuario)
    .executeTakeFirst()
}

/** @returns whether it was off before */
export async function turnOnFactor(db: Db, usuario: number, codigos: Buffer[]): Promise<boolean> {
  const r = await db
    .updateTable('usuario')
    .set({ segundo_factor: true, totp_codigos: codigos })
    .where('id', '=', usuario)
    .where('segundo_factor', '=', false)
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

export async function turnOffFactor(db: Db, usuario: number): Promise<void> {
  await db
    .updateTable('usuario')
    .set({ segundo_factor: false, totp_secreto: null, totp_paso: null, totp_codigos: [] })
    .where('id', '=', usuario)
    .execute()
}

/** Uses up a time step: false if this one or a later one was used before. */
export async function spendPaso(db: Db, usuario: number, paso: number): Promise<boolean> {
  const r = await db
    .updateTable('usuario')
    .set({ totp_paso: paso })
    .where('id', '=', usuario)
    .where((eb) => eb.or([eb('totp_paso', 'is', null), eb('totp_paso', '<', paso)]))
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

/** Uses up a recovery code: false if it is not one of the remaining codes. */
export async function spendCodigo(db: Db, usuario: number, hash: Buffer): Promise<boolean> {
  const r = await db
    .updateTable('usuario')
    .set({ totp_codigos: sql`array_remove(totp_codigos, ${hash})` })
    .where('id', '=', usuario)
    .where(sql<boolean>`${hash} = any(totp_codigos)`)
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

export async function getExigir(db: Db): Promise<boolean> {
  const row = await db.selectFrom('instalacion').select('exigir_segundo_factor').executeTakeFirst()
  return row?.exigir_segundo_factor ?? false
}

export async function setExigir(db: Db, required: boolean): Promise<void> {
  await db.updateTable('instalacion').set({ exigir_segundo_factor: required }).execute()
}
