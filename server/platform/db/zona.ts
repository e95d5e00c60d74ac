import type pg from 'pg'
import { ErrorStartup } from '../config/startup-errors'

/** SQLSTATE of a zone that PostgreSQL does not know. */
const ZONA_DESCONOCIDA = '22023'

/**
 * Hold the database to one time zone: its counts are by plant day, and days of another zone would be wrong in silence.
 * The first start decides; as long as there are no events, it may still be changed. Throws ErrorStartup.
 */
export async function checkZona(pool: pg.Pool, zona: string): Promise<void> {
  await pool.query('select now() at time zone $1', [zona]).catch((e) => {
    if (e.code !== ZONA_DESCONOCIDA) throw e
    throw new ErrorStartup(`TZ_PLANTA: PostgreSQL no conoce la zona horaria ${zona}.`)
  })
  await pool.query(
    `insert into instalacion (zona) values ($1)
     on conflict (unica) do update set zona = excluded.zona where not exists (select 1 from evento)`,
    [zona],
  )
  const { rows } = await pool.query<{ zona: string }>('select zona from instalacion')
  const guardada = rows[0]?.zona
  if (guardada !== zona)
    throw new ErrorStartup(
      `TZ_PLANTA es ${zona}, pero los eventos de esta base de datos están contados por días de ${guardada}. ` +
        `Ponga TZ_PLANTA=${guardada}.`,
    )
}
