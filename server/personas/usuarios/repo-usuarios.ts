import { sql } from 'kysely'
import { SSO } from '../../platform/auth/repo-session'
import type { Db } from '../../platform/db/client'
import { LOCKS } from '../../platform/db/locks'
import { usernameClave } from '../acceso/nombre'
import { IS_SSO } from '../acceso/repo-cuenta'

const COLUMNS = [
  'id',
  'username',
  'nombre',
  'foto_perfil',
  'empresa_id as empresa',
  'rol',
  'activo',
  'segundo_factor',
  'ultimo_acceso',
  'correo',
  'correo_pendiente',
] as const

export async function listUsuarios(
  db: Db,
  f: { search: string | undefined; empresa: number | null },
  limite: number,
) {
  const busca = f.search ?? ''
  return db
    .selectFrom('usuario')
    .select(COLUMNS)
    .select(IS_SSO.as('sso'))
    .$if(busca !== '', (q) =>
      q.where(
        sql<boolean>`(strpos(lower(nombre), lower(${busca})) > 0 or strpos(username_clave, lower(${busca})) > 0)`,
      ),
    )
    .$if(f.empresa !== null, (q) => q.where('empresa_id', '=', f.empresa as number))
    .orderBy(sql`lower(nombre)`)
    .orderBy('id')
    .limit(limite)
    .execute()
}

export async function findPorId(db: Db, id: number) {
  return db
    .selectFrom('usuario')
    .select(COLUMNS)
    .select(IS_SSO.as('sso'))
    .where('id', '=', id)
    .executeTakeFirst()
}

export type UsuarioRow = NonNullable<Awaited<ReturnType<typeof findPorId>>>

export type CambioUsuario = Partial<Pick<UsuarioRow, 'username' | 'nombre' | 'empresa' | 'rol' | 'activo'>>

export async function saveUsuario(db: Db, id: number, c: CambioUsuario): Promise<void> {
  const { empresa, username, ...resto } = c
  const cambio = {
    ...resto,
    ...(empresa !== undefined && { empresa_id: empresa }),
    ...(username !== undefined && { username, username_clave: usernameClave(username) }),
  }
  if (Object.keys(cambio).length === 0) return
  await db.updateTable('usuario').set(cambio).where('id', '=', id).execute()
  // After an administrator switches an account on or off, groups no longer decide that.
  if (c.activo !== undefined)
    await db.updateTable('identidad').set({ sin_grupo: false }).where('usuario_id', '=', id).execute()
}

export async function removeUsuario(db: Db, id: number): Promise<void> {
  await db.deleteFrom('usuario').where('id', '=', id).execute()
}

/** Only one process at a time changes who is an administrator, until the transaction ends. */
export async function lockAdministradores(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.administrators)})`.execute(tx)
}

/**
 * Number of active administrators in companies with access to the administration, without the user `menos`. Users of single sign-on do not
 * count, because the provider may be unreachable or its settings gone.
 */
export async function countAdministradores(db: Db, menos?: number): Promise<number> {
  const { n } = await db
    .selectFrom('usuario as u')
    .innerJoin('empresa as e', 'e.id', 'u.empresa_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('u.rol', '=', 'admin')
    .where('u.activo', '=', true)
    .where('e.modo', '=', 'completo')
    .where(sql<boolean>`not (${SSO})`)
    .$if(menos !== undefined, (q) => q.where('u.id', '<>', menos as number))
    .executeTakeFirstOrThrow()
  return n
}

/** SQLSTATE and constraint of a database error. */
const rejection = (e: unknown) => e as { code?: string; constraint?: string }

export const isUsernameRepetido = (e: unknown) =>
  rejection(e).code === '23505' && rejection(e).constraint === 'usuario_username_clave_key'

export const isEmpresaDesconocida = (e: unknown) =>
  rejection(e).code === '23503' && rejection(e).constraint === 'usuario_empresa_id_fkey'

export async function findPersona(
  db: Db,
  id: number,
): Promise<{ empresa: number; nombre: string } | undefined> {
  const { rows } = await sql<{ empresa: number; nombre: string }>`
    select empresa_id as empresa, nombre from usuario where id = ${id} and activo and rol <> 'tercero'`.execute(
    db,
  )
  return rows[0]
}
