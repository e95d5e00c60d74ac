import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'

export type Lt = { codigo: string; descripcion: string; total: number }
type LtOf = Lt & { empresa: number }

const LISTADOS = 100_000

/** The catalogue of a company, or (null) of all. */
export async function listLt(db: Db, empresa: number | null): Promise<LtOf[]> {
  return db
    .selectFrom('lt')
    .select(['empresa_id as empresa', 'codigo', 'descripcion', 'total'])
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .orderBy('codigo')
    .orderBy('empresa_id')
    .limit(LISTADOS)
    .execute()
}

export async function saveLts(tx: Db, empresa: number, lts: Lt[]): Promise<void> {
  await sql`
    insert into lt (empresa_id, codigo, descripcion, total)
    select ${empresa}, codigo, descripcion, total
    from json_to_recordset(${JSON.stringify(lts)}::json) as x(codigo text, descripcion text, total int)
    on conflict (empresa_id, codigo) do update set descripcion = excluded.descripcion, total = excluded.total
    where (lt.descripcion, lt.total) is distinct from (excluded.descripcion, excluded.total)`.execute(tx)
}

/** @returns whether there was such a code */
export async function updateLt(tx: Db, empresa: number, { codigo, ...data }: Lt): Promise<boolean> {
  const r = await tx
    .updateTable('lt')
    .set(data)
    .where('empresa_id', '=', empresa)
    .where('codigo', '=', codigo)
    .executeTakeFirst()
  return r.numUpdatedRows > 0n
}

/** @returns whether there was such a code */
export async function removeLt(tx: Db, empresa: number, codigo: string): Promise<boolean> {
  const r = await tx
    .deleteFrom('lt')
    .where('empresa_id', '=', empresa)
    .where('codigo', '=', codigo)
    .executeTakeFirst()
  return r.numDeletedRows > 0n
}
