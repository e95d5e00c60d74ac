import type pg from 'pg'

/** Ends a transaction whose process hangs, so that others do not wait for ever. */
const BEGIN = "begin; set local idle_in_transaction_session_timeout = '30s'"

/** Run `hacer` in a transaction: committed when it returns, undone when it throws. */
export async function transact<T>(pool: pg.Pool, work: (cliente: pg.PoolClient) => Promise<T>): Promise<T> {
  const cliente = await pool.connect()
  let roto = false
  try {
    await cliente.query(BEGIN)
    const res = await work(cliente)
    await cliente.query('commit')
    return res
  } catch (e) {
    await cliente.query('rollback').catch(() => {
      roto = true
    })
    throw e
  } finally {
    cliente.release(roto)
  }
}
