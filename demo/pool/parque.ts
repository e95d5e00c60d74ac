import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { createMemoria } from '../../server/cuentas/pilas/memory'
import type { IdsDemo } from '../historia'
import { CONTENEDORES, type ContenedorDemo } from '../plant/planta'
import { createPila, pilaOf } from './pila'

const DAY = 86_400_000
const VIEJA_MV = 2380
const FRESCA_PCT = 50
/** Days ago that its old battery was last heard. */
const VUELVE_D = 2

/** A tag whose battery was changed without an entry: it comes back with fresh voltage, and users are asked about it. */
export const CALLADA = CONTENEDORES.find(
  (c) =>
    c.empresa === 1 &&
    c.habla === 'ruuvi' &&
    c.papel === 'normal' &&
    pilaOf(c).cambios.length === 0 &&
    createPila(c, 0)(0) > FRESCA_PCT,
) as ContenedorDemo

/** Entries of battery exchanges over the last years. */
export async function seedPilas(c: pg.PoolClient, { dispositivos }: IdsDemo, now: number): Promise<void> {
  const rows = CONTENEDORES.flatMap((contenedor) =>
    pilaOf(contenedor).cambios.map((dias, i) => ({
      e: contenedor.empresa,
      d: dispositivos.get(contenedor.mac),
      m: contenedor.mac,
      k: randomUUID(),
      t: new Date(now - dias * DAY),
      // The first exchange has no recorded battery before it.
      a: i > 0,
    })),
  )
  await c.query(
    `insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, mac, cuando, acabada, momento, persona_id)
     select e, d, k, 'cambio', m, t, a, t, (select id from usuario where username_clave = 'operario' and e = 1)
     from json_to_recordset($1::json) as x(e int, d bigint, m text, k uuid, t timestamptz, a boolean)`,
    [JSON.stringify(rows)],
  )
  const t = now - VUELVE_D * DAY
  const memoria = {
    ...createMemoria(CALLADA.mac),
    t,
    dias: [{ dia: Math.floor(t / DAY), mv: VIEJA_MV, pct: null, grados: 14 }],
  }
  await c.query(
    `insert into pila (dispositivo_id, empresa_id, familia, modelo, clase, motivo, urgencia, mv, memoria, revisada)
     select id, empresa_id, familia, modelo_etiqueta(mac, tipo), 'ya', 'tension', 0, $2, $3, $4 from dispositivo where id = $1`,
    [dispositivos.get(CALLADA.mac), VIEJA_MV, JSON.stringify(memoria), new Date(t)],
  )
}

/** Prices of a container in cents, by family (blank: all others), each from this many days ago on. */
const PRECIOS = [
  ['', 400, 9_500],
  ['20014', 400, 18_000],
  ['20014', 60, 19_250],
] as const

export async function seedPrecios(c: pg.PoolClient, now: number): Promise<void> {
  await c.query(
    `insert into familia_precio (empresa_id, familia, desde, centimos)
     select e, f, t, p from json_to_recordset($1::json) as x(f text, t date, p int), unnest(array[1, 2]) as e`,
    [JSON.stringify(PRECIOS.map(([f, dias, p]) => ({ f, t: new Date(now - dias * DAY), p })))],
  )
}

/** Entries for the containers that have been silent for longest, the first container first, with how many days ago each was made. */
const DICHO = [
  [
    ['busqueda', 14],
    ['propuesta', 9],
    ['declarada', 6],
  ],
  [
    ['busqueda', 12],
    ['propuesta', 9],
    ['declarada', 6],
  ],
  [
    ['busqueda', 8],
    ['propuesta', 1],
  ],
  [['busqueda', 3]],
] as const
/** Days of silence before the first entry. */
const SILENCIO_D = 16

/** Two declared losses, one proposal and one search, all of containers that will not be heard again. */
export async function seedPerdidas(c: pg.PoolClient, now: number): Promise<void> {
  const { rows } = await c.query<{ id: number }>(
    `select d.id from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id
     where d.empresa_id = 1 and d.tipo <> 'Reader' and e.ultimo_registro < $1 order by e.ultimo_registro, d.id limit ${DICHO.length}`,
    [new Date(now - SILENCIO_D * DAY)],
  )
  const said = rows.flatMap(({ id }, i) =>
    (DICHO[i] ?? []).map(([clase, dias]) => ({ d: id, k: clase, t: new Date(now - dias * DAY) })),
  )
  await c.query(
    `insert into perdida_asiento (empresa_id, dispositivo_id, clase, momento, persona_id, lleva_id)
     select 1, d, k, t, (select id from usuario where username_clave = case when k = 'declarada' then 'admin' else 'operario' end),
       (select id from usuario where k = 'busqueda' and username_clave = 'operario')
     from json_to_recordset($1::json) as x(d bigint, k text, t timestamptz)`,
    [JSON.stringify(said)],
  )
}
