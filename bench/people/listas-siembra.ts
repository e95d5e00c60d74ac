import type pg from 'pg'
import { hashClave } from '#server/domains/acceso/clave'
import { createUsuario } from '#server/domains/usuarios/repo'
import type { Db } from '#server/platform/db/client'
import { EMPRESA } from '../planta'

const [PERSONAS, AVISOS, ENTREGAS, ANOTACIONES, CAUSAS] = [12, 40_000, 80_000, 150_000, 4000]

/** People of the company, one of whom administers it: `banco-empresa`. */
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
 * What a year of use leaves behind in the lists of notices, deliveries, audit and faults. Everybody of the company
 * is notified of every notice.
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
       from generate_series(1, ${AVISOS}) i returning id, tiempo
     ), u as (insert into aviso_usuario (usuario_id, aviso_id, leido)
       select u.id, a.id, case when a.id % 50 > 0 then a.tiempo end from a, usuario u where u.empresa_id = $1)
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
