import type pg from 'pg'
import { ErrorStartup } from '../config/startup-errors'

/** SQLSTATE of a time zone that PostgreSQL does not know. */
const ZONA_DESCONOCIDA = '22023'

/**
 * Bind the database to one time zone: counts are stored by plant day, and another zone would silently give wrong days. The first start
 * decides; it can be changed as long as there are no events. Throws ErrorStartup.
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
