import type pg from 'pg'
import { EMPRESA } from '../planta'

const ETAPAS = 5
/** Stays of each container in 90 days: some 20 hours each, plus the way in between. */
const ESTANCIAS = 24
/** One container of 41, spread over all families: a family of which half were left standing would have no usual stay. */
export const OLVIDADO = 'd.i % 41 = 3'
export const CALLADO = 'd.i % 50 = 0'
const TURNO = [{ desde: '06:00', hasta: '22:00' }]

/** One loop with stages in all plants, a calendar, consecutive stays, and a last stay that goes on or fell silent. */
export async function seedCiclo(pool: pg.Pool): Promise<void> {
  const run = (text: string, values: unknown[] = []) => pool.query(text, [EMPRESA, ...values])
  await run('insert into calendario (empresa_id, semana) values ($1, $2)', [
    JSON.stringify([TURNO, TURNO, TURNO, TURNO, TURNO, [], []]),
  ])
  await run(
    `with c as (insert into ciclo (empresa_id, nombre) values ($1, 'General') returning id),
      t as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
        select $1, c.id, 'Etapa ' || o, o, 'llenos', o = 1 from c, generate_series(1, ${ETAPAS}) o returning id, ciclo_id, orden)
     insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id)
     select $1, t.ciclo_id, t.id, u.id from t join ubicacion u on right(u.nombre, 1)::int = t.orden - 1`,
  )
  await pool.query(
    'alter table estancia disable trigger user; alter table dispositivo_estado disable trigger user',
  )
  // A container stays in its plant and passes its stages in order; some have been left in one place for a week. The others have been in theirs for
  // less than two days: of longer ages, how many are stuck depends on how many of those days were of work.
  await run(
    `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio)
     select $1, d.id, l.id, l.ubicacion_id, x.desde, x.desde + make_interval(hours => (20 + (d.i * 13 + n * 7) % 60)::int), false
     from (select id, row_number() over (order by id) as i from dispositivo where tipo <> 'Reader') d
     cross join generate_series(1, ${ESTANCIAS}) n
     cross join lateral (select now() - make_interval(hours => (n * 86 + d.i % 80)::int) as desde) x
     join (select id, ubicacion_id, row_number() over (order by id) - 1 as i from dispositivo where tipo = 'Reader') l
       on l.i = d.i % 20 * 50 + (${ESTANCIAS} - n) % ${ETAPAS} * 10 + d.i % 10
     where not (${OLVIDADO}) or n > 2`,
  )
  await run(
    `update dispositivo_estado s set lector_id = l.id, lector_desde = now() - make_interval(hours => (case when ${OLVIDADO} then 170 else d.i % 40 end)::int),
       ultimo_registro = case when ${CALLADO} then now() - interval '10 hours' else now() + interval '1 hour' end
     from (select id, row_number() over (order by id) as i from dispositivo where tipo <> 'Reader') d
     join (select id, row_number() over (order by id) - 1 as i from dispositivo where tipo = 'Reader') l
       on l.i = d.i % 20 * 50 + ${ESTANCIAS} % ${ETAPAS} * 10 + d.i % 10
     where s.dispositivo_id = d.id and s.empresa_id = $1`,
  )
  await pool.query(
    'alter table estancia enable trigger user; alter table dispositivo_estado enable trigger user',
  )
  await pool.query('truncate visita_pendiente')
  await run("insert into visita_pendiente (empresa_id, desde) values ($1, '-infinity')")
  await run(
    `insert into causa (empresa_id, clase, lector_id, desde, evidencia)
     select $1, 'mudo', id, now() - interval '5 minutes', '{}' from dispositivo where tipo = 'Reader' order by id limit 30`,
  )
  await pool.query('vacuum analyze')
}
