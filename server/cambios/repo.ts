import { sql } from 'kysely'
import type { Db } from '../db/cliente'

/** Note what is other than was last told of these devices. Returns how much was noted. */
export async function noteCambios(db: Db, ids: number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select anotar_cambios(${ids}::bigint[]) as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** The next devices of a company by id. */
export async function listTras(db: Db, empresa: number, ultimo: number, cuantos: number): Promise<number[]> {
  const filas = await db
    .selectFrom('dispositivo')
    .select('id')
    .where('empresa_id', '=', empresa)
    .where('id', '>', ultimo)
    .orderBy('id')
    .limit(cuantos)
    .execute()
  return filas.map((f) => f.id)
}
