import type pg from 'pg'

/** Partners of the first company, and their places. */
export const TERCEROS = [
  { nombre: 'Prensas Abadiño', clase: 'proveedor', lugares: ['Gestamp'] },
  { nombre: 'Montajes Urbina', clase: 'cliente', lugares: ['Montaje Bruto', 'Montaje Final'] },
] as const
/** A user of the first partner, who sees its balance and its statement. */
export const DE_TERCERO = { username: 'proveedor', nombre: 'Pilar Proveedora' }

/** Containers sent by a delivery note that stay at a place of the company. */
export const EN_ALBARAN = 3
/** Containers lost for good at the first partner, which has accepted the loss. */
export const ACEPTADAS = 2
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Creates the partners of the first company, a user of the first one, and entries by users that the places do not show. */
export async function seedCustodia(c: pg.PoolClient, claveHash: string, now: number): Promise<void> {
  for (const t of TERCEROS)
    await c.query(
      `with t as (insert into tercero (empresa_id, nombre, clase) values (1, $1, $2) returning id)
       insert into tercero_lugar (ubicacion_id, tercero_id, empresa_id)
       select u.id, t.id, 1 from t, ubicacion u where u.empresa_id = 1 and u.nombre = any($3)`,
      [t.nombre, t.clase, t.lugares],
    )
  await c.query(
    `insert into usuario (username, username_clave, nombre, clave_hash, empresa_id, rol, tercero_id)
     select $1, $1, $2, $3, 1, 'tercero', id from tercero where empresa_id = 1 and nombre = $4`,
    [DE_TERCERO.username, DE_TERCERO.nombre, claveHash, TERCEROS[0].nombre],
  )
  const columns = `empresa_id, momento, clase, de_id, a_id, fuera, familia, cantidad, dispositivo_id, contenedor, documento, nota, persona_id`
  // Long enough at its place, and heard.
  await c.query(
    `insert into movimiento (${columns})
     select 1, $1, 'albaran', null, t.id, null, coalesce(d.familia, ''), 1, d.id, d.apodo, 'ALB-2041', null, q.id
     from dispositivo d join dispositivo_estado s on s.dispositivo_id = d.id join dispositivo l on l.id = s.lector_id
     join ubicacion u on u.id = l.ubicacion_id, tercero t, usuario q
     where d.empresa_id = 1 and u.nombre = 'Almacén Vacío' and s.lector_desde < $2 and s.ultimo_registro > $3
       and t.nombre = $4 and q.username_clave = 'operario'
     order by d.id limit ${EN_ALBARAN}`,
    [new Date(now - HOUR), new Date(now - 3 * HOUR), new Date(now - HOUR / 2), TERCEROS[0].nombre],
  )
  await c.query(
    `insert into movimiento (${columns})
     select 1, $1, 'perdida', t.id, null, 'a', coalesce(d.familia, ''), 1, d.id, d.apodo, null, 'Aceptada en la reunión mensual', q.id
     from dispositivo d join dispositivo_estado s on s.dispositivo_id = d.id join dispositivo l on l.id = s.lector_id
     join ubicacion u on u.id = l.ubicacion_id, tercero t, usuario q
     where d.empresa_id = 1 and u.nombre = 'Gestamp' and s.ultimo_registro < $2 and t.nombre = $3 and q.username_clave = 'admin'
     order by d.id limit ${ACEPTADAS}`,
    [new Date(now - DAY), new Date(now - 3 * DAY), TERCEROS[0].nombre],
  )
  // A count at its place with two more than the book, which the partner disputes.
  await c.query(
    `with m as (
       insert into movimiento (${columns})
       select 1, $1, 'recuento', null, t.id, null, '20014', 2, null, null, 'REC-7', 'Recuento en su planta', q.id
       from tercero t, usuario q where t.nombre = $2 and q.username_clave = 'operario' returning id, a_id
     )
     insert into movimiento_dicho (empresa_id, movimiento_id, tercero_id, clase, momento, nota, persona_id, autor, ajeno)
     select 1, m.id, m.a_id, 'disputa', $3, 'En nuestro recuento no aparecen esos dos', q.id, q.nombre, true
     from m, usuario q where q.username_clave = $4`,
    [new Date(now - 2 * DAY), TERCEROS[0].nombre, new Date(now - DAY), DE_TERCERO.username],
  )
}
