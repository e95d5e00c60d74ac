import type pg from 'pg'
import { hashClave } from '#server/personas/acceso/clave'
import { createUsuario } from '#server/personas/usuarios/repo'
import type { Db } from '#server/platform/db/client'
import { EMPRESA } from '../planta'

const [PERSONAS, AVISOS, ENTREGAS, ANOTACIONES, CAUSAS] = [12, 40_000, 80_000, 150_000, 4000]
/** Number of entries of the book in a year, and of the partners that share them. */
const [MOVIMIENTOS, TERCEROS] = [400_000, 20]
/** Battery exchanges of each tag, least days between two of them, and number of counts. */
const [CAMBIOS, VIDA_D, RECUENTOS] = [3, 400, 300]

/** People of the company, one of whom is its administrator: `banco-empresa`. */
async function seedPersonas(db: Db, clave: string): Promise<void> {
  const claveHash = await hashClave(clave)
  for (let i = 0; i < PERSONAS; i++)
    await createUsuario(db, {
      username: i === 0 ? 'banco-empresa' : `banco-${i}`,
      nombre: `Persona ${i}`,
      claveHash,
      empresa: EMPRESA,
      rol: i === 0 ? 'empresa' : 'operario',
    })
}

/**
 * A year of use in the lists of notices, deliveries, audit and faults. All people of the company are notified of every notice.
 * @param clave password of `banco-empresa`
 */
export async function seedUso(
  db: Db,
  pool: pg.Pool,
  first: { lector: number },
  clave: string,
): Promise<void> {
  await seedPersonas(db, clave)
  const run = (text: string, values: unknown[] = []) => pool.query(text, [EMPRESA, ...values])
  await run(
    `with a as (
       insert into aviso (empresa_id, tipo, gravedad, datos, enlace, tiempo)
       select $1, case when i % 3 = 0 then 'causa_abierta' else 'golpe' end, case when i % 10 = 0 then 'grave' else 'normal' end,
         case when i % 3 = 0 then '{"que": "LEC-1 no envía nada", "contenedores": 3, "desde": "2026-01-01T08:00:00+01:00"}'::jsonb
           else '{"contenedor": "20014-1", "lugar": null, "impactos": 1, "g": 3.5, "desde": "2026-01-01T08:00:00+01:00"}'::jsonb end,
         '/incidencias', now() - make_interval(secs => i * 780)
       from generate_series(1, ${AVISOS}) i returning *
     ), u as (insert into aviso_usuario (usuario_id, aviso_id, leido, empresa_id, tipo, gravedad, tiempo)
       select u.id, a.id, case when a.id % 50 > 0 then a.tiempo end, a.empresa_id, a.tipo, a.gravedad, a.tiempo from a, usuario u where u.empresa_id = $1)
     insert into entrega (empresa_id, aviso_id, canal, destino, usuario_id, nombre, estado, creada, debida, siguiente, terminada)
     select $1, a.id, 'correo', 'correo:' || u.id, u.id, u.nombre, case when a.id % 40 = 0 then 'rechazada' else 'enviada' end,
       a.tiempo, a.tiempo, a.tiempo, a.tiempo
     from a join (select * from usuario where empresa_id = $1 order by id limit 2) u on true limit ${ENTREGAS}`,
  )
  await run(
    `insert into auditoria (momento, usuario_id, username, direccion, empresa_id, accion, entidad, entidad_id, nombre, antes, despues)
     select now() - make_interval(secs => i * 208), null, 'banco-' || i % 12, '127.0.0.1', $1, 'cambiar',
       (array['dispositivo', 'incidencia', 'ubicacion', 'usuario', 'ajuste'])[1 + i % 5], i % 100000, '20014-' || i % 100000,
       '{"apodo": "a"}', '{"apodo": "b"}'
     from generate_series(1, ${ANOTACIONES}) i`,
  )
  await run(
    `insert into causa (empresa_id, clase, lector_id, desde, hasta, evidencia)
     select $1, 'mudo', $2 + i % 1000, now() - make_interval(secs => i * 1950), now() - make_interval(secs => i * 1950 - 300), '{}'
     from generate_series(1, ${CAUSAS}) i`,
    [first.lector],
  )
}

/** A year of the book of custody, made of delivery notes only: nothing is derived from visits. */
export async function seedCustodia(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into tercero (empresa_id, nombre, clase) select $1, 'Cliente ' || i, 'cliente' from generate_series(1, ${TERCEROS}) i`,
    [EMPRESA],
  )
  await pool.query('delete from custodia_pendiente')
  await pool.query(
    `insert into movimiento (empresa_id, momento, clase, de_id, a_id, familia, cantidad, contenedor, documento)
     select $1, now() - make_interval(secs => i * 78), 'albaran', case when i % 2 = 1 then t.id end, case when i % 2 = 0 then t.id end,
       (20000 + i % 60)::text, 1, 20000 + i % 60 || '-' || i % 100000, 'ALB-' || i / 50
     from generate_series(1, ${MOVIMIENTOS}) i
     join (select id, row_number() over (order by id) as n from tercero) t on t.n = 1 + i / 2 % ${TERCEROS}`,
    [EMPRESA],
  )
}

/** Battery exchanges of years, most of which the battery's end made necessary; counts of places, which found all or missed a few. */
export async function seedPilas(pool: pg.Pool): Promise<void> {
  await pool.query('alter table cambio_pila disable trigger auditada')
  await pool.query(
    `insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, mac, cuando, acabada)
     select $1, d.id, gen_random_uuid(), 'cambio', d.mac, now() - make_interval(days => (n * (${VIDA_D} + d.id % 200) - d.id * 31 % 300)::int), d.id % 5 > 0
     from dispositivo d, generate_series(1, ${CAMBIOS}) n where d.tipo <> 'Reader'`,
    [EMPRESA],
  )
  await pool.query('alter table cambio_pila enable trigger auditada')
  await pool.query(
    `insert into recuento (empresa_id, ubicacion_id, lugar, esperados, abierto, abrio, cerrado, cerro, cifras)
     select $1, u.id, u.nombre, 200, m, 'Persona 1', m + interval '1 hour', 'Persona 1',
       jsonb_build_object('esperados', 200, 'escaneos', 200, 'encontrados', 200 - i % 3, 'faltantes', i % 3, 'sobrantes', 0, 'desconocidos', 0,
         'repetidos', 0, 'acuerdan', 200, 'comparados', 200)
     from generate_series(1, ${RECUENTOS}) i
     join (select id, nombre, row_number() over (order by id) as n from ubicacion) u on u.n = 1 + i % 100,
       lateral (select now() - make_interval(days => i) as m) x`,
    [EMPRESA],
  )
}
