import type pg from 'pg'

/** Ends a transaction whose process hangs, so that others do not wait for ever. */
const PARADA_MS = 30_000

/**
 * Run `work` in a transaction: committed when it returns, undone when it throws.
 * @param paradaMs for how long it may stand still between two statements
 */
export async function transact<T>(
  pool: pg.Pool,
  work: (cliente: pg.PoolClient) => Promise<T>,
  paradaMs = PARADA_MS,
): Promise<T> {
  const cliente = await pool.connect()
  let roto = false
  try {
    await cliente.query(`begin; set local idle_in_transaction_session_timeout = ${paradaMs}`)
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
