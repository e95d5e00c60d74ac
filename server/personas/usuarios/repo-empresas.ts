import { sql } from 'kysely'
import type { Empresa, Modo } from '#contract/personas/acceso/sesion'
import type { Db } from '../../platform/db/client'

/** @returns undefined if the id is taken */
export async function createEmpresa(
  db: Db,
  e: { id: number; nombre: string; modo?: Modo },
): Promise<Empresa | undefined> {
  return db
    .insertInto('empresa')
    .values(e)
    .onConflict((oc) => oc.column('id').doNothing())
    .returning(['id', 'nombre', 'modo', 'exigir_sso'])
    .executeTakeFirst()
}

/** @returns undefined if there is no such company */
export async function saveEmpresa(
  db: Db,
  id: number,
  e: { nombre: string; modo?: Modo; exigir_sso?: boolean },
): Promise<Empresa | undefined> {
  return db
    .updateTable('empresa')
    .set(e)
    .where('id', '=', id)
    .returning(['id', 'nombre', 'modo', 'exigir_sso'])
    .executeTakeFirst()
}

/** Whether users of this company have access to the whole application. */
export async function isCompleta(db: Db, id: number): Promise<boolean> {
  const e = await db.selectFrom('empresa').select('modo').where('id', '=', id).executeTakeFirst()
  return e?.modo === 'completo'
}

/** Whether users of this company may log in by single sign-on only. */
export async function isSsoDemanded(db: Db, id: number): Promise<boolean> {
  const e = await db.selectFrom('empresa').select('exigir_sso').where('id', '=', id).executeTakeFirst()
  return e?.exigir_sso ?? false
}

/** @returns false if there is no such company */
export async function removeEmpresa(db: Db, id: number): Promise<boolean> {
  const r = await db.deleteFrom('empresa').where('id', '=', id).executeTakeFirst()
  return r.numDeletedRows > 0n
}

/** Contents that keep a company from being deleted. */
export async function countContenido(db: Db, id: number) {
  const { rows } = await sql<{
    usuarios: number
    dispositivos: number
    eliminados: number
    ubicaciones: number
    claves: number
  }>`
    select (select count(*) from usuario where empresa_id = ${id}) as usuarios,
      (select count(*) from dispositivo where empresa_id = ${id} and eliminado is null) as dispositivos,
      (select count(*) from dispositivo where empresa_id = ${id} and eliminado is not null) as eliminados,
      (select count(*) from ubicacion where empresa_id = ${id}) as ubicaciones,
      (select count(*) from clave_api where empresa_id = ${id}) as claves`.execute(db)
  return rows[0] as (typeof rows)[0]
}

/** Whether other rows still refer to the company. */
export const isEmpresaOcupada = (e: unknown) => (e as { code?: string }).code === '23503'
