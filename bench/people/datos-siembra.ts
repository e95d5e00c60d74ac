import type pg from 'pg'
import type { Db } from '#server/platform/db/client'
import { EMPRESA, LECTORES, seedPlanta, TAGS } from '../planta'
import { seedEventos } from '../siembra'

/** Columns of the sets whose rows follow from no others here: who reads them does not ask how they came to be. */
const FILAS = {
  estancias: `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta)
    select $1, $2 + i % ${TAGS}, $3 + i % ${LECTORES}, l.id, now() - make_interval(mins => 20 + 10 * (i / ${TAGS})::int),
      now() - make_interval(mins => 12 + 10 * (i / ${TAGS})::int)
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20`,
  incidencias: `insert into incidencia (empresa_id, dispositivo_id, lector_id, ubicacion_id, tiempo, hasta, impactos, pico_g, revisado)
    select $1, $2 + i % ${TAGS}, $3 + i % ${LECTORES}, l.id, now() - make_interval(secs => 7 * i), now() - make_interval(secs => 7 * i - 2), 3, 4.5, true
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20`,
  // Of containers that are gone: the server makes those of the others anew.
  visitas: `insert into visita (empresa_id, dispositivo_id, familia, ciclo_id, etapa_id, ubicacion_id, desde, hasta, fin, reloj_desde, reloj_hasta)
    select $1, 100000000 + $2 + i % ${TAGS}, '20014', t.ciclo_id, t.id, l.id, now() - make_interval(mins => 20 + 10 * (i / ${TAGS})::int),
      now() - make_interval(mins => 12 + 10 * (i / ${TAGS})::int), 'paso', 3600.0 * i, 3600.0 * i + 480 + $3 * 0
    from generate_series(0, $4::int - 1) i join lugares l on l.n = i % 20 cross join (select id, ciclo_id from etapa order by id limit 1) t`,
  previsiones: `insert into prevision (serie_id, emitida, horas, stock, minimo, q10, q50, q90, p_falta, metodo, fiable)
    select s.id, h.t, array[h.t + interval '24 hours'], 40 + $1 * 0, 20, array[20::real], array[30::real], array[41::real], 0.2, 'ritmo', true
    from (select id from prevision_serie limit 100) s
    cross join (select date_trunc('hour', now()) - make_interval(hours => i) as t from generate_series(1, $4::int / 100) i) h
    where $2::bigint + $3::bigint > 0`,
}

/** As many rows in each set that has changes; nothing is told of them, as where they are long since there. */
export async function seedConjuntos(db: Db, pool: pg.Pool, filas: number): Promise<void> {
  const first = await seedPlanta(db, pool)
  await seedEventos(pool, filas, first, { tags: TAGS, lectores: LECTORES })
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
      insert into prevision_serie (empresa_id, etapa_id, familia, momento, stock, salidas)
      select ${EMPRESA}, id, 'F' || n, now(), 40, 0 from etapas, generate_series(1, 100) n`)
    for (const sql of Object.values(FILAS)) await c.query(sql, [EMPRESA, first.tag, first.lector, filas])
    await c.query('reset session_replication_role')
  } finally {
    c.release(true)
  }
  await pool.query('vacuum analyze')
}

/** As many containers, each with its state, beside those that a server knows of: it is not told. */
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
  } finally {
    c.release(true)
  }
  await pool.query('vacuum analyze')
}
