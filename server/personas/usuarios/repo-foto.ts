import type { Db } from '../../platform/db/client'

export async function saveFoto(db: Db, f: { id: string; usuario: number; bytes: Buffer }): Promise<void> {
  await db
    .insertInto('foto')
    .values({ id: f.id, usuario_id: f.usuario, bytes: f.bytes })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
}

export async function isFotoOf(db: Db, id: string, usuario: number): Promise<boolean> {
  const row = await db
    .selectFrom('foto')
    .select('id')
    .where('id', '=', id)
    .where('usuario_id', '=', usuario)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the photos of a user except the named ones. */
export async function removeFotos(db: Db, usuario: number, menos: string[]): Promise<void> {
  await db
    .deleteFrom('foto')
    .where('usuario_id', '=', usuario)
    .$if(menos.length > 0, (q) => q.where('id', 'not in', menos))
    .execute()
}

/**
 * A photo that its owner has chosen, or any photo of the caller; of one company, or of all (null). People of a partner see those of its people.
 */
export async function findFoto(
  db: Db,
  f: { id: string; url: string; usuario: number; empresa: number | null; tercero: number | null },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('foto as f')
    .innerJoin('usuario as u', 'u.id', 'f.usuario_id')
    .select('f.bytes')
    .where('f.id', '=', f.id)
    .where((eb) =>
      eb.or([
        eb('u.id', '=', f.usuario),
        eb.and([
          eb('u.foto_perfil', '=', f.url),
          ...(f.empresa === null ? [] : [eb('u.empresa_id', '=', f.empresa)]),
          ...(f.tercero === null ? [] : [eb('u.tercero_id', '=', f.tercero)]),
        ]),
      ]),
    )
    .executeTakeFirst()
  return row?.bytes ?? null
}

export async function saveUser(
  db: Db,
  id: number,
  c: { nombre: string; foto_perfil?: string | null },
): Promise<void> {
  await db.updateTable('usuario').set(c).where('id', '=', id).execute()
}
