import { sql } from 'kysely'
import type { Rol } from '#contract/personas/acceso/sesion'
import type { Db } from '../../platform/db/client'
import { usernameClave } from '../acceso/nombre'

export async function createUsuario(
  db: Db,
  u: { username: string; nombre: string; claveHash: string; empresa: number; rol: Rol; tercero?: number },
): Promise<number> {
  const { id } = await db
    .insertInto('usuario')
    .values({
      username: u.username.trim(),
      username_clave: usernameClave(u.username),
      nombre: u.nombre,
      clave_hash: u.claveHash,
      empresa_id: u.empresa,
      rol: u.rol,
      tercero_id: u.tercero ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a company unless the id is taken. */
export async function ensureEmpresa(db: Db, id: number, nombre: string): Promise<void> {
  await sql`insert into empresa (id, nombre) values (${id}, ${nombre}) on conflict (id) do nothing`.execute(
    db,
  )
}

export async function listEmpresas(db: Db, empresa: number | null) {
  return db
    .selectFrom('empresa')
    .select(['id', 'nombre', 'modo', 'exigir_sso'])
    .$if(empresa !== null, (q) => q.where('id', '=', empresa as number))
    .orderBy('id')
    .limit(10_000)
    .execute()
}

export async function countUsuarios(db: Db): Promise<number> {
  const r = await db.selectFrom('usuario').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return r.n
}

/** The existing accounts of the demonstration. */
export async function listClavesDeDemo(db: Db) {
  return db
    .selectFrom('usuario')
    .select(['username', 'clave_hash'])
    .where('username_clave', 'in', [
      'admin',
      'operario',
      'calidad',
      'consulta',
      'encargada',
      'planta4',
      'planta5',
      'planta6',
      'proveedor',
    ])
    .execute()
}
