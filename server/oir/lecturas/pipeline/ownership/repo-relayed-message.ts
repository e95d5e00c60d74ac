import type pg from 'pg'
import type { Message, Result } from '../message'

/**
 * Hand a message to the process that has a partition.
 * @returns the id by which to ask for the answer
 */
export async function addRelayedMessage(pool: pg.Pool, message: Message, partition: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into recado (mensaje, carril) values ($1, $2) returning id',
    [JSON.stringify(message), partition],
  )
  return rows[0]?.id as number
}

/** The result of a relayed message; null: not applied yet. */
export async function readResponse(pool: pg.Pool, id: number): Promise<Result | null> {
  const { rows } = await pool.query<{ resultado: Result | null }>(
    'select resultado from recado where id = $1',
    [id],
  )
  return rows[0]?.resultado ?? null
}

/** Delete a message whose caller no longer waits, and old ones whose callers never deleted them. */
export async function removeRelayedMessage(pool: pg.Pool, id: number): Promise<void> {
  await pool.query("delete from recado where id = $1 or creado < now() - interval '1 hour'", [id])
}

/** Messages that wait for a partition, oldest first. */
export async function listRelayedMessages(
  pool: pg.Pool,
  partition: number,
): Promise<{ id: number; mensaje: Message }[]> {
  const { rows } = await pool.query<{ id: number; mensaje: Message }>(
    "select id, mensaje from recado where resultado is null and carril = $1 and creado > now() - interval '1 minute' order by id limit 100",
    [partition],
  )
  return rows
}

export async function answerRelayedMessage(pool: pg.Pool, id: number, result: Result): Promise<void> {
  await pool.query('update recado set resultado = $2 where id = $1', [id, JSON.stringify(result)])
}
