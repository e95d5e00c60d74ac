import type { Db } from '../client'

/** The name of a company; undefined: it does not exist. */
export async function findEmpresa(db: Db, id: number): Promise<string | undefined> {
  return (await db.selectFrom('empresa').select('nombre').where('id', '=', id).executeTakeFirst())?.nombre
}

/** The name of a company, which stays locked until the transaction ends; undefined: it does not exist. */
export async function lockEmpresa(tx: Db, id: number): Promise<string | undefined> {
  const empresa = tx.selectFrom('empresa').select('nombre').where('id', '=', id)
  return (await empresa.forNoKeyUpdate().executeTakeFirst())?.nombre
}
