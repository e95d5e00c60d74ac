import type pg from 'pg'
import type { Db } from '#server/platform/db/client'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from '../planta'
import { seedEventos } from '../siembra'

/** Rows of the sets that do not derive from other rows of this bench; for reading it does not matter how they were made. */
const FILAS = {
  estancias: `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
    select $1, $2 + i % ${TAGS}, $3 + i % ${LECTORES}, l.id, now() - make_interval(mins => 20 + 10 * (i / ${TAGS})::int),
      now() - make_interval(mins => 12 + 10 * (i / ${TAGS})::int)
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20`,
  incidencias: `insert into incidencia (empresa_id, dispositivo_id, lector_id, ubicacion_id, tiempo, hasta, impactos, pico_g, revisado)
    select $1, $2 + i % ${TAGS}, $3 + i % ${LECTORES}, l.id, now() - make_interval(secs => 7 * i), now() - make_interval(secs => 7 * i - 2), 3, 4.5, true
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20`,
  // Visits of containers that no longer exist: the server would recompute those of the others.
  visitas: `insert into visita (empresa_id, dispositivo_id, familia, ciclo_id, etapa_id, ubicacion_id, desde, hasta, fin, reloj_desde, reloj_hasta)
    select $1, 100000000 + $2 + i % ${TAGS}, '20014', t.ciclo_id, t.id, l.id, now() - make_interval(mins => 20 + 10 * (i / ${TAGS})::int),
      now() - make_interval(mins => 12 + 10 * (i / ${TAGS})::int), 'paso', 3600.0 * i, 3600.0 * i + 480 + $3 * 0
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20 cross join (select id, ciclo_id from etapa order by id limit 1) t`,
}

/** Events that are there even if they are not measured: the warm-up reads them. */
const FEW = 10_000

/**
 * Fill each of these sets, if it has changes, with this many rows. They are not marked as changed, like rows that have been there for long.
 */
export async function seedConjuntos(
  db: Db,
  pool: pg.Pool,
  filas: number,
  conjuntos: readonly string[],
): Promise<void> {
  const first = await seedPlanta(db, pool)
  const eventos = conjuntos.includes('eventos') ? filas : FEW
  await seedEventos(pool, eventos, first, { tags: TAGS, lectores: LECTORES })
  const c = await pool.connect()
  try {
    await c.query("set session_replication_role = 'replica'")
    await c.query(
      `insert into ubicacion (empresa_id, nombre, grupo) select $1, 'Nave ' || n, 'llenos' from generate_series(0, 19) n`,
      [EMPRESA],
    )
    await c.query(
      'create temporary table lugares as select id, row_number() over (order by id) - 1 as n from ubicacion limit 20',
    )
    await c.query(`
      with ciclo as (insert into ciclo (empresa_id, nombre, familias) values (${EMPRESA}, 'Banco', '{20014}') returning id),
      etapas as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) select ${EMPRESA}, id, 'Etapa', 1, 'llenos' from ciclo returning id)
      select count(*) from etapas`)
    for (const [conjunto, sql] of Object.entries(FILAS))
      if (conjuntos.includes(conjunto)) await c.query(sql, [EMPRESA, first.tag, first.lector, filas])
    await c.query('reset session_replication_role')
  } finally {
    c.release(true)
  }
  await pool.query('vacuum analyze')
}

const SERIES = 1000

/** Add this many forecasts. The server's next forecast deletes them, because no container is in their stage. */
export async function seedPrevisiones(pool: pg.Pool, filas: number): Promise<void> {
  await pool.query(
    `with s as (
       insert into prevision_serie (empresa_id, etapa_id, familia, momento, stock, salidas)
       select $1, (select min(id) from etapa), 'F' || n, now(), 40, 0 from generate_series(1, ${SERIES}) n returning id)
     insert into prevision (serie_id, emitida, horas, stock, minimo, q10, q50, q90, p_falta, metodo, fiable)
     select s.id, h.t, array[h.t + interval '24 hours'], 40, 20, array[20::real], array[30::real], array[41::real], 0.2, 'ritmo', true
     from s cross join (select date_trunc('hour', now()) - make_interval(hours => i) as t from generate_series(1, $2::int / ${SERIES}) i) h`,
    [EMPRESA, filas],
  )
  await pool.query('vacuum analyze')
}

/**
 * Add this many containers, each with its state, without notifying the server. Their state is noted as told, as of containers that have been
 * there for long: else the server would tell of each of them first, which takes minutes.
 */
export async function seedContenedores(pool: pg.Pool, filas: number): Promise<void> {
  const c = await pool.connect()
  try {
    await c.query("set session_replication_role = 'replica'")
    await c.query(
      `with d as (
         insert into dispositivo (empresa_id, mac, apodo, tipo)
         select $1, 'B' || lpad(to_hex(i), 11, '0'), '30000-' || i, 'SmartBle' from generate_series(1, $2::int) i returning id)
       insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado, estado_desde, bateria, temperatura)
       select id, $1, now(), (select min(id) from dispositivo where tipo = 'Reader') + id % ${LECTORES}, now(), 0, now(), 80, 20 from d`,
      [EMPRESA, filas - TAGS],
    )
    await c.query('analyze dispositivo, dispositivo_estado')
    await c.query(
      `insert into dicho (dispositivo_id, clase, valor) select dispositivo_id, clase, valor from por_decir where empresa_id = $1
       on conflict do nothing`,
      [EMPRESA],
    )
  } finally {
    c.release(true)
  }
  await pool.query('vacuum analyze')
}
