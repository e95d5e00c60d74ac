import { sql } from 'kysely'
import type { Db } from '../db/client'

export async function createArchivo(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into archivo default values returning id`.execute(db)
  return (rows[0] as { id: number }).id
}

export async function addChunk(db: Db, id: number, numero: number, bytes: Buffer): Promise<void> {
  await sql`insert into archivo_trozo (archivo_id, numero, bytes) values (${id}, ${numero}, ${bytes})`.execute(
    db,
  )
}

export async function closeArchivo(db: Db, id: number, fingerprint: string, bytes: number): Promise<void> {
  await sql`update archivo set huella = ${fingerprint}, bytes = ${bytes} where id = ${id}`.execute(db)
}

/** Bytes `desde` to `hasta` (excluded) of one chunk; undefined: the chunk no longer exists. */
export async function readChunk(
  db: Db,
  id: number,
  numero: number,
  desde: number,
  hasta: number,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ b: Buffer }>`
    select substring(bytes from ${desde + 1}::int for ${hasta - desde}::int) as b from archivo_trozo
    where archivo_id = ${id} and numero = ${numero}`.execute(db)
  return rows[0]?.b
}

export async function removeArchivo(db: Db, id: number): Promise<void> {
  await sql`delete from archivo where id = ${id}`.execute(db)
}
