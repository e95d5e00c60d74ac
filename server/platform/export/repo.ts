import { sql } from 'kysely'
import type { Db } from '../db/client'

/** Note the progress of an export. An export of the same name of another user is not changed. */
export async function saveProgress(
  db: Db,
  e: { id: string; usuario: number; hechas: number; total: number | null },
): Promise<void> {
  await sql`insert into exportacion as e (id, usuario_id, hechas, total)
    values (${e.id}, ${e.usuario}, ${e.hechas}, ${e.total})
    on conflict (id) do update set hechas = excluded.hechas, total = excluded.total, movida = now()
    where e.usuario_id = excluded.usuario_id`.execute(db)
}

export async function findProgress(db: Db, id: string, usuario: number) {
  return db
    .selectFrom('exportacion')
    .select(['hechas', 'total'])
    .where('id', '=', id)
    .where('usuario_id', '=', usuario)
    .executeTakeFirst()
}

/** Remove exports whose progress is no longer polled. */
export async function removeOldProgress(db: Db): Promise<void> {
  await sql`delete from exportacion where movida < now() - interval '1 hour'`.execute(db)
}

/** Names of all companies by id. */
export async function listNombresEmpresa(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('empresa').select(['id', 'nombre']).execute()
  return new Map(rows.map((e) => [e.id, e.nombre]))
}
