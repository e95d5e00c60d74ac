import type pg from 'pg'

/** Names of the readers whose clocks were right when they last spoke. */
export async function listRightReaders(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ mac: string }>(
    `select d.mac from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id
     where d.tipo = 'Reader' and d.eliminado is null and abs(e.desfase_s) <= 60`,
  )
  return rows.map((r) => r.mac)
}

/** Unix ms by the clock of the database. */
export async function readDbClock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? Number.NaN
}
