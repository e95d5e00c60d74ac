import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

/** Serializes changes of the tree across processes, until the transaction ends. */
export async function lockManuales(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('retorna.manuales'))`.execute(tx)
}

export type FilaDocumento = {
  ruta: string
  archivo: number
  huella: string
  bytes: number
  subido: Date
  /** Whether its text could be read; null: not read yet. */
  legible: boolean | null
}

export async function listDocumentos(db: Db, limite: number): Promise<FilaDocumento[]> {
  const { rows } = await sql<FilaDocumento>`
    select d.ruta, a.id as archivo, a.huella, a.bytes, a.creado as subido, m.legible
    from manual_documento d join archivo a on a.id = d.archivo_id left join manual m on m.huella = a.huella
    order by d.ruta limit ${limite}`.execute(db)
  return rows
}

export async function listFolders(db: Db, limite: number): Promise<string[]> {
  const { rows } = await sql<{
    ruta: string
  }>`select ruta from manual_carpeta order by ruta limit ${limite}`.execute(db)
  return rows.map((r) => r.ruta)
}

export async function addDocumento(tx: Db, ruta: string, archivo: number): Promise<void> {
  await sql`insert into manual_documento (ruta, archivo_id) values (${ruta}, ${archivo})`.execute(tx)
}

/** @returns false if there was no room, or the path was taken */
export async function putDocumento(tx: Db, ruta: string, archivo: number, max: number): Promise<boolean> {
  const { rows } = await sql`insert into manual_documento (ruta, archivo_id) select ${ruta}, ${archivo}
    where (select count(*) from manual_documento) < ${max} on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export async function moveDocumento(tx: Db, ruta: string, a: string): Promise<void> {
  await sql`update manual_documento set ruta = ${a} where ruta = ${ruta}`.execute(tx)
}

export async function removeDocumento(tx: Db, ruta: string): Promise<void> {
  await sql`delete from manual_documento where ruta = ${ruta}`.execute(tx)
}

export async function addFolder(tx: Db, ruta: string): Promise<void> {
  await sql`insert into manual_carpeta (ruta) values (${ruta}) on conflict do nothing`.execute(tx)
}

/** Moves a folder with all its contents. */
export async function moveFolder(tx: Db, ruta: string, a: string): Promise<void> {
  for (const tabla of [sql.table('manual_carpeta'), sql.table('manual_documento')])
    await sql`update ${tabla} set ruta = ${a}::text || substr(ruta, char_length(${ruta}) + 1)
      where ruta = ${ruta} or starts_with(ruta, ${`${ruta}/`})`.execute(tx)
}

export async function removeFolder(tx: Db, ruta: string): Promise<void> {
  await sql`delete from manual_carpeta where ruta = ${ruta}`.execute(tx)
}

/** @returns true if the manuals of the product were not installed before */
export async function noteEntrega(tx: Db): Promise<boolean> {
  const { rows } =
    await sql`insert into manual_entrega default values on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}
