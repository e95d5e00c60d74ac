import type pg from 'pg'
import type { Mensaje, Resultado } from './mensaje'

/** Hand a message to whichever process has a carril. @returns by what to ask for the answer */
export async function addRecado(pool: pg.Pool, mensaje: Mensaje, carril: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into recado (mensaje, carril) values ($1, $2) returning id',
    [JSON.stringify(mensaje), carril],
  )
  return rows[0]?.id as number
}

/** What became of it; null: nothing yet. */
export async function readRespuesta(pool: pg.Pool, id: number): Promise<Resultado | null> {
  const { rows } = await pool.query<{ resultado: Resultado | null }>(
    'select resultado from recado where id = $1',
    [id],
  )
  return rows[0]?.resultado ?? null
}

/** Nobody waits for it any more, nor for others that were left behind. */
export async function removeRecado(pool: pg.Pool, id: number): Promise<void> {
  await pool.query("delete from recado where id = $1 or creado < now() - interval '1 hour'", [id])
}

/** Those that wait for a carril, the oldest first. */
export async function listRecados(
  pool: pg.Pool,
  carril: number,
): Promise<{ id: number; mensaje: Mensaje }[]> {
  const { rows } = await pool.query<{ id: number; mensaje: Mensaje }>(
    "select id, mensaje from recado where resultado is null and carril = $1 and creado > now() - interval '1 minute' order by id limit 100",
    [carril],
  )
  return rows
}

export async function answerRecado(pool: pg.Pool, id: number, resultado: Resultado): Promise<void> {
  await pool.query('update recado set resultado = $2 where id = $1', [id, JSON.stringify(resultado)])
}
