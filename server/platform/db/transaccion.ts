import type pg from 'pg'

/** Ends a transaction whose process hangs, so that other transactions do not wait for ever. */
const PARADA_MS = 30_000

/**
 * Run `work` in a transaction: committed when it returns, rolled back when it throws.
 * @param paradaMs maximum idle time between two statements, in ms
 */
export async function transact<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  paradaMs = PARADA_MS,
): Promise<T> {
  const client = await pool.connect()
  let roto = false
  try {
    await client.query(`begin; set local idle_in_transaction_session_timeout = ${paradaMs}`)
    const res = await work(client)
    await client.query('commit')
    return res
  } catch (e) {
    await client.query('rollback').catch(() => {
      roto = true
    })
    throw e
  } finally {
    client.release(roto)
  }
}
