import type pg from 'pg'
import { redateEventos } from '../../oir/eventos/repo-redate'
import { LOCKS } from '../../platform/db/locks'
import { transact } from '../../platform/db/transaccion'

/** Columns whose times have passed when they are written, and those of leases and limits that last for minutes at most; by table. */
const PAST = {
  dispositivo_estado: [
    'ultimo_registro',
    'recibido',
    'lector_desde',
    'estado_desde',
    'ultimo_movimiento',
    'ultimo_evento',
    'previa_hasta',
  ],
  estancia: ['desde', 'hasta'],
  transicion: ['tiempo'],
  incidencia: ['tiempo', 'hasta'],
  cambio: ['tiempo'],
  causa: ['desde', 'hasta', 'bien', 'vista', 'avisada'],
  vigilancia: ['ultima'],
  visto_sin_registrar: ['primera', 'ultima'],
  cuarentena: ['recibida'],
  lector_lugar: ['desde', 'hasta'],
  lector_rechazo: ['cuando'],
  descanso: ['momento'],
  aviso: ['tiempo'],
  sesion: ['creada', 'usada'],
  usuario: ['ultimo_acceso'],
  clave_api: ['usada'],
  credencial: ['usada'],
  freno: ['hasta'],
  plaza: ['hasta'],
  exportacion: ['movida'],
  ingesta_proceso: ['visto'],
  mqtt_proceso: ['visto'],
  mqtt_sesion: ['leida'],
  pulso: ['desde', 'visto', 'ultima'],
  trabajo_resultado: ['hecho', 'fallado'],
} as const

/** Clocks of two machines may differ by this much. */
const LIMIT = `to_timestamp($1::float8 / 1000) + interval '5 minutes'`

const bringBack = (table: string, columns: readonly string[]) => `
update ${table} set ${columns
  .map(
    (c) =>
      `${c} = case when ${c} > ${LIMIT} then least(${c} - $2::float8 * interval '1 ms', to_timestamp($1::float8 / 1000)) else ${c} end`,
  )
  .join(', ')}
where ${columns.map((c) => `${c} > ${LIMIT}`).join(' or ')}`

const AHEAD = `
select coalesce(extract(epoch from max(t)) * 1000 - $1::float8, 0)::float8 as ahead from (
  select max(recibido) as t from dispositivo_estado
  union all select max(tiempo) from evento where tiempo > ${LIMIT}
) x where t > ${LIMIT}`

/** How far the newest reading lies ahead of `now`, if by more than 5 minutes, ms; else 0: none was dated by a clock that was ahead. */
export async function readAhead(client: pg.ClientBase | pg.Pool, now: number): Promise<number> {
  const { rows } = await client.query<{ ahead: number }>(AHEAD, [now])
  return rows[0]?.ahead ?? 0
}

/**
 * Date back what was written while a clock was ahead. The newest of it is dated `now`, the rest in its order; where only the database's clock
 * was ahead, all of it is dated `now`.
 * @param now Unix ms
 * @param zona time zone of the plant
 * @returns how many events there were
 */
export const redateFuture = (pool: pg.Pool, now: number, zona: string): Promise<number> =>
  transact(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.future])
    const ahead = await readAhead(client, now)
    const events = await redateEventos(client, { now, ahead }, zona)
    // In the order of ingest, which locks them so too.
    await client.query(
      `select from dispositivo_estado where greatest(${PAST.dispositivo_estado}) > ${LIMIT} order by dispositivo_id for update`,
      [now],
    )
    for (const [table, columns] of Object.entries(PAST))
      await client.query(bringBack(table, columns), [now, ahead])
    return events
  })
