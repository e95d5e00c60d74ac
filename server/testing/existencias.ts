import type pg from 'pg'

const ZONA = 'Europe/Madrid'
const DAY_MS = 86_400_000
const PASADOS = 59

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * Fill two stages of company 1 with 40 containers, around `now`: each day 30 of them leave for the line one after the other from 6 to 18
 * o'clock, and come back together at 20; ten never move.
 * @returns ids of the stages
 */
export async function fillExistencias(pool: pg.Pool, now: number): Promise<Map<string, number>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const etapas = await insertExistencias(client, now)
    // These visits have no stays. A job of a running server would make them anew from stays, and so delete them.
    await client.query('delete from visita_pendiente where empresa_id = 1')
    await client.query('commit')
    return etapas
  } catch (e) {
    await client.query('rollback')
    throw e
  } finally {
    client.release()
  }
}

async function insertExistencias(pool: pg.ClientBase, now: number): Promise<Map<string, number>> {
  await pool.query(
    `insert into ubicacion (empresa_id, nombre) values (1, 'Vacíos'), (1, 'Línea'), (2, 'Ajena')`,
  )
  await pool.query(`
    with c as (insert into ciclo (empresa_id, nombre) values (1, 'General') returning id)
    insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
    select 1, c.id, x.nombre, x.n, x.clase, x.n = 1
    from c, (values ('Vacíos', 1, 'vacios'), ('Línea', 2, 'consumo')) as x (nombre, n, clase)`)
  const { rows } = await pool.query<{ nombre: string; id: number }>('select nombre, id from etapa')
  const etapas = new Map(rows.map((e) => [e.nombre, e.id]))
  await pool.query(`
    insert into dispositivo (empresa_id, mac, apodo, tipo)
    select 1, 'AC233F' || lpad(to_hex(n), 6, '0'), '20014-' || n, 'SmartBle' from generate_series(1, 40) n`)
  await pool.query(
    `insert into reloj (empresa_id, planta, desde, hasta, antes_s) values (1, '', '2020-01-01Z', '2030-01-01Z', 0)`,
  )
  await pool.query(
    `with vida as (
       select d.id, n, dia + make_interval(mins => 360 + n * 24) as sale, dia + interval '20 hours' as vuelve
       from generate_series(0, 39) n
       join dispositivo d on d.apodo = '20014-' || (n + 1)
       cross join generate_series($4::timestamp, $5::timestamp, '1 day') as dia
       where n < 30
     )
     insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin, reloj_desde, reloj_hasta)
     select v.id, x.desde at time zone $3, 1, e.ciclo_id, x.etapa, '20014', 1, x.hasta at time zone $3, 'paso', 0, 0
     from vida v cross join lateral (values ($2::bigint, v.sale, v.vuelve),
       ($1::bigint, v.vuelve, v.sale + interval '1 day')) as x (etapa, desde, hasta)
     join etapa e on e.id = x.etapa`,
    [etapas.get('Vacíos'), etapas.get('Línea'), ZONA, dayOf(now - PASADOS * DAY_MS), dayOf(now + 2 * DAY_MS)],
  )
  await pool.query(
    `insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, reloj_desde)
     select d.id, $1::timestamptz, 1, e.ciclo_id, e.id, '20014', 1, 0 from dispositivo d, etapa e
     where e.nombre = 'Vacíos' and split_part(d.apodo, '-', 2)::int > 30`,
    [new Date(now - (PASADOS + 19) * DAY_MS)],
  )
  return etapas
}
