import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** @returns false where there is one of that number */
export async function createEmpresa(db: Db, id: number, nombre: string): Promise<boolean> {
  const r = await db
    .insertInto('empresa')
    .values({ id, nombre })
    .onConflict((oc) => oc.column('id').doNothing())
    .executeTakeFirst()
  return (r.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false where there is none of that number */
export async function renameEmpresa(db: Db, id: number, nombre: string): Promise<boolean> {
  const r = await db.updateTable('empresa').set({ nombre }).where('id', '=', id).executeTakeFirst()
  return r.numUpdatedRows > 0n
}

/** @returns false where there is none of that number */
export async function removeEmpresa(db: Db, id: number): Promise<boolean> {
  const r = await db.deleteFrom('empresa').where('id', '=', id).executeTakeFirst()
  return r.numDeletedRows > 0n
}

/** What keeps a company from being removed. */
export async function countContenido(db: Db, id: number) {
  const { rows } = await sql<{
    usuarios: number
    dispositivos: number
    eliminados: number
    ubicaciones: number
  }>`
    select (select count(*) from usuario where empresa_id = ${id}) as usuarios,
      (select count(*) from dispositivo where empresa_id = ${id} and eliminado is null) as dispositivos,
      (select count(*) from dispositivo where empresa_id = ${id} and eliminado is not null) as eliminados,
      (select count(*) from ubicacion where empresa_id = ${id}) as ubicaciones`.execute(db)
  return rows[0] as (typeof rows)[0]
}

/** Something refers to the company still. */
export const isEmpresaOcupada = (e: unknown) => (e as { code?: string }).code === '23503'
