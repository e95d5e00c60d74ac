import type pg from 'pg'
import { TAGS } from '../flota'
import { EMPRESA } from '../planta'

const LECTORES = 1000
const [INCIDENCIAS, CAMBIOS, VISITAS, CUARENTENA, VISTOS, CAUSAS] = [40_000, 600_000, 600_000, 2000, 5000, 30]

type First = { tag: number; lector: number }

/**
 * The facts that Hoy counts: incidents of 90 days, some of them open; containers lost and found, each three times in four weeks; faults. A
 * container counts as lost after days of silence, so it cannot be lost more often.
 */
export async function seedHechos(pool: pg.Pool, first: First): Promise<void> {
  const run = (text: string, values: unknown[] = []) => pool.query(text, [EMPRESA, ...values])
  await run(
    `insert into incidencia (empresa_id, dispositivo_id, lector_id, ubicacion_id, tiempo, hasta, pico_g, hubo_danio, revisado, cerrada)
     select $1, t.id, l.id, l.ubicacion_id, m, m, 4, i % 20 = 0, i % 20 > 1, case when i % 20 > 1 then m end
     from generate_series(1, ${INCIDENCIAS}) i join dispositivo t on t.id = $2 + i * 7919 % ${TAGS}
     join dispositivo l on l.id = $3 + i % ${LECTORES}, lateral (select now() - make_interval(mins => (i * 31 % 129600)::int) as m) x
     on conflict do nothing`,
    [first.tag, first.lector],
  )
  await run(
    `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo)
     select $1, $2 + i % ${TAGS}, 'estado', case when i % 2 = 0 then 'Ubicado' else 'Posible extravío' end,
       case when i % 2 = 0 then 'Posible extravío' else 'Ubicado' end, now() - make_interval(secs => i * 4), 'silencio'
     from generate_series(1, ${CAMBIOS}) i`,
    [first.tag],
  )
  // People were notified of these changes already.
  await pool.query('delete from cambio_por_avisar')
  await run(
    `insert into causa (empresa_id, clase, lector_id, desde, evidencia)
     select $1, 'mudo', $2 + i, now() - interval '1 hour', '{}' from generate_series(1, ${CAUSAS}) i on conflict do nothing`,
    [first.lector],
  )
  await run(
    `insert into visto_sin_registrar (empresa_id, mac, lector_id, veces, aleatoria, primera, ultima)
     select $1, 'EE' || lpad(to_hex(i), 10, '0'), $2 + i % ${LECTORES}, 1, false, now(), now() from generate_series(1, ${VISTOS}) i`,
    [first.lector],
  )
  await run(
    `insert into cuarentena (empresa_id, formato, via, motivo, detalle, huella, cuerpo)
     select $1, 'minew', 'http', 'json', 'nada', decode(md5(i::text), 'hex'), 'x' from generate_series(1, ${CUARENTENA}) i`,
  )
  await run(
    `insert into lt (empresa_id, codigo, descripcion, total) select $1, 20000 + i, 'LT', 2000 from generate_series(0, 59) i`,
  )
}

/** Rounds through six stages, created without stays. */
export async function seedVisitas(pool: pg.Pool, first: First): Promise<void> {
  const run = (text: string, values: unknown[] = []) => pool.query(text, [EMPRESA, ...values])
  await run(
    `with c as (insert into ciclo (empresa_id, nombre) values ($1, 'General') returning id),
      t as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
        select $1, c.id, 'Etapa ' || o, o, 'llenos', o = 1 from c, generate_series(1, 6) o returning id, ciclo_id, orden)
     insert into visita (dispositivo_id, desde, empresa_id, ciclo_id, etapa_id, familia, ubicacion_id, hasta, fin, reloj_desde,
       reloj_hasta, previa_etapa_id, vuelta_desde)
     select $2 + i % ${TAGS}, m, $1, t.ciclo_id, t.id, 20000 + i % 60, u.id, m + interval '5 hours', 'paso', 0, 0, p.id,
       case when t.orden = 1 then m - interval '4 days' end
     from generate_series(1, ${VISITAS}) i cross join lateral (select now() - make_interval(secs => i * 2) as m) x
     join t on t.orden = i % 6 + 1 join t p on p.orden = (i + 5) % 6 + 1
     join (select id, row_number() over (order by id) as o from ubicacion) u on u.o = i % 100 + 1
     on conflict do nothing`,
    [first.tag],
  )
}
