import { sql } from 'kysely'
import type { Db } from '../db/client'

export type ArchivoWeb = { ruta: string; tipo: string; codificacion: string | null; contenido: Buffer }

/** Days that files of an older build are kept: pages stay open overnight and over holidays. A page open longer loads anew. */
const DAYS = 30

/** Those of the paths that are not stored yet, sorted so that two processes never deadlock; the stored ones are marked as used now. */
export async function listSinGuardar(db: Db, rutas: string[]): Promise<string[]> {
  const { rows } = await sql<{ ruta: string }>`
    with vistas as (update construccion_archivo set vista = now() where ruta = any (${rutas}) returning ruta)
    select ruta from unnest(${rutas}::text[]) ruta except select ruta from vistas`.execute(db)
  return rows.map((r) => r.ruta).sort()
}

export async function saveArchivo(db: Db, archivo: ArchivoWeb): Promise<void> {
  await db
    .insertInto('construccion_archivo')
    .values(archivo)
    .onConflict((c) => c.column('ruta').doNothing())
    .execute()
}

export async function readArchivoWeb(db: Db, ruta: string): Promise<Omit<ArchivoWeb, 'ruta'> | undefined> {
  return db
    .selectFrom('construccion_archivo')
    .select(['tipo', 'codificacion', 'contenido'])
    .where('ruta', '=', ruta)
    .executeTakeFirst()
}

export async function removeAntiguos(db: Db): Promise<void> {
  await sql`delete from construccion_archivo where vista < now() - make_interval(days => ${DAYS})`.execute(db)
}
