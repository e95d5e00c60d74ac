import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** @returns whether the code of the scan is known; undefined: the count has no such scan */
export async function findEscaneo(
  tx: Db,
  recuento: number,
  id: string,
): Promise<{ conocido: boolean } | undefined> {
  const { rows } = await sql<{ conocido: boolean }>`
    select dispositivo_id is not null as conocido from recuento_escaneo where recuento_id = ${recuento} and id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** Ids of the scans of a count that have a photo. */
export async function listFotos(db: Db, recuento: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select escaneo_id as id from recuento_foto where recuento_id = ${recuento} order by recibida, escaneo_id`.execute(
    db,
  )
  return rows.map((r) => r.id)
}

type New = { recuento: number; escaneo: string; persona: number; jpeg: Buffer }

export async function insertFoto(tx: Db, { recuento, escaneo, persona, jpeg }: New): Promise<void> {
  await sql`insert into recuento_foto (recuento_id, escaneo_id, persona_id, jpeg)
    values (${recuento}, ${escaneo}, ${persona}, ${jpeg})`.execute(tx)
}

export async function readFoto(db: Db, recuento: number, escaneo: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ jpeg: Buffer }>`
    select jpeg from recuento_foto where recuento_id = ${recuento} and escaneo_id = ${escaneo}`.execute(db)
  return rows[0]?.jpeg
}
