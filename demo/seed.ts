import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { festivosOf } from '#contract/parque/calendario/values'
import type { NewEvento } from '../server/oir/eventos/evento'
import { importEventos, rebuildCuentas } from '../server/oir/eventos/repo-write'
import { MUESTRAS } from '../server/parque/dispositivos/mide'
import { hashClave } from '../server/personas/acceso/clave'
import { createUsuario, ensureEmpresa } from '../server/personas/usuarios/repo'
import type { Db } from '../server/platform/db/client'
import { CON_ACELERACION, EN_PORCENTAJE } from './anuncios/codificadores'
import { milivoltios } from './anuncios/pila'
import { createHistoria, type IdsDemo, type Vida } from './historia'
import { LTS } from './plant/lt'
import { beginOf, siembraOf } from './plant/movement-plan'
import {
  CONTENEDORES,
  type ContenedorDemo,
  ETAPAS,
  LECTOR_MUDO,
  LECTORES,
  METAS,
  PLACES,
  WEEK,
} from './plant/planta'
import { seedCustodia } from './pool/custodia'
import { seedEpcis } from './pool/epcis'
import { seedPerdidas, seedPilas, seedPrecios } from './pool/parque'
import { seedRecuentos } from './pool/recuentos'
import { seedSilencios } from './pool/silencios'
import { createRandom } from './random'

const EMPRESAS = [
  [1, 'Montajes Álava'],
  [2, 'Estampaciones Zadorra'],
  [3, 'Logística Llanada'],
  [4, 'Talleres Arratia'],
  [5, 'Transportes Gorbea'],
  [6, 'Reparaciones Zigoitia'],
] as const

export const CUENTAS = [
  ['admin', 'Ane Administradora', 1, 'admin'],
  ['operario', 'Oier Operario', 1, 'operario'],
  ['calidad', 'Carmen Calidad', 2, 'operario'],
  ['consulta', 'Kepa Consulta', 1, 'lectura'],
  ['encargada', 'Elena Encargada', 2, 'empresa'],
  ['planta4', 'Pablo Planta', 4, 'operario'],
  ['planta5', 'Paula Planta', 5, 'operario'],
  ['planta6', 'Peru Planta', 6, 'operario'],
] as const
export const CLAVE = 'retorna'

const EVENTOS_POR_LOTE = 5000
/** How long LECTOR_MUDO has been silent, ms. */
const MUDO_MS = 50 * 3_600_000
/** A usual certainty of a place, 0.8 to 0.99, by the container and the beginning of its stay: SQL. */
const certezaOf = (desde: string) =>
  `0.8 + 0.19 * (abs(hashint8(dispositivo_id # extract(epoch from ${desde})::bigint)) % 100) / 100`

/** @returns the hash of the password that all accounts have */
async function seedCuentas(db: Db): Promise<string> {
  for (const [id, nombre] of EMPRESAS) await ensureEmpresa(db, id, nombre)
  const claveHash = await hashClave(CLAVE)
  for (const [username, nombre, empresa, rol] of CUENTAS)
    await createUsuario(db, { username, nombre, claveHash, empresa, rol })
  return claveHash
}

/** The query builder on one connection, so that its writes are part of that transaction. */
function dbOver(c: pg.PoolClient): Db {
  const pool = { connect: async () => ({ query: c.query.bind(c), release: () => {} }), end: async () => {} }
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}

async function seedPlanta(c: pg.PoolClient, now: number): Promise<IdsDemo> {
  for (const empresa of [1, 2])
    await c.query(
      `insert into ubicacion (empresa_id, nombre, planta, grupo, nodo_x, nodo_y)
       select $2, nombre, planta, grupo, (nodo ->> 0)::real, (nodo ->> 1)::real
       from json_to_recordset($1::json) as x(nombre text, planta text, grupo text, nodo json)`,
      [JSON.stringify(PLACES), empresa],
    )
  const anno = new Date(now).getUTCFullYear()
  const festivos = [anno - 1, anno, anno + 1].flatMap(festivosOf)
  await c.query(
    `insert into calendario (empresa_id, semana, festivos) select e, $1, $2 from unnest(array[1, 2]) as e`,
    [JSON.stringify(WEEK), JSON.stringify(festivos)],
  )
  await c.query(
    `with c as (insert into ciclo (empresa_id, nombre) select e, 'General' from unnest(array[1, 2]) as e returning id, empresa_id),
     t as (
       insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
       select c.empresa_id, c.id, x ->> 0, n, x ->> 1, n = 1 from c, jsonb_array_elements($1::jsonb) with ordinality as j(x, n)
       returning id, empresa_id, ciclo_id, clase
     )
     insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id)
     select t.empresa_id, t.ciclo_id, t.id, u.id from t join ubicacion u on u.empresa_id = t.empresa_id and u.grupo = t.clase`,
    [JSON.stringify(ETAPAS)],
  )
  await c.query(
    `insert into etapa_meta (etapa_id, empresa_id, plazo_h, minimo, objetivo, maximo)
     select e.id, e.empresa_id, (x ->> 1)::real, (x ->> 2)::int, (x ->> 3)::int, (x ->> 4)::int
     from jsonb_array_elements($1::jsonb) as j(x) join etapa e on e.nombre = x ->> 0 and e.empresa_id = 1`,
    [JSON.stringify(METAS)],
  )
  await c.query(
    `insert into lt (empresa_id, codigo, descripcion, total)
     select empresa, codigo, descripcion, total
     from json_to_recordset($1::json) as x(empresa int, codigo text, descripcion text, total int)`,
    [JSON.stringify(LTS)],
  )
  const alta = new Date(beginOf(now))
  const lectores = await c.query<{ id: number; mac: string }>(
    `insert into dispositivo (empresa_id, mac, apodo, tipo, lat, lon, ubicacion_id, creado)
     select empresa, mac, x.apodo, 'Reader', lat, lon, u.id, $2
     from json_to_recordset($1::json) as x(empresa int, mac text, apodo text, lugar text, lat float8, lon float8)
     join ubicacion u on u.empresa_id = empresa and u.nombre = lugar
     returning id, mac`,
    [JSON.stringify(LECTORES), alta],
  )
  const contenedores = await c.query<{ id: number; mac: string }>(
    `insert into dispositivo (empresa_id, mac, apodo, tipo, activado, etiqueta, creado)
     select empresa, mac, apodo, tipo, activado, etiqueta, $2::timestamptz + (fase || ' hours')::interval
     from json_to_recordset($1::json) as x(empresa int, mac text, apodo text, tipo text, activado boolean, etiqueta text, fase float8)
     returning id, mac`,
    [JSON.stringify(CONTENEDORES), alta],
  )
  const byMac = (rows: { id: number; mac: string }[]) => new Map(rows.map((f) => [f.mac, f.id]))
  return { lectores: byMac(lectores.rows), dispositivos: byMac(contenedores.rows) }
}

async function seedEstados(c: pg.PoolClient, vidas: Map<ContenedorDemo, Vida>, ids: IdsDemo, now: number) {
  const rows = [...vidas].map(([contenedor, v]) => {
    const last = v.eventos.at(-1) as NewEvento
    const cambio = v.eventos.findLastIndex((e) => e.lector !== last.lector)
    return {
      d: ids.dispositivos.get(contenedor.mac),
      e: contenedor.empresa,
      u: new Date(last.tiempo),
      l: v.lector,
      ld: new Date((v.eventos[cambio + 1] as NewEvento).tiempo),
      s: last.estado,
      b: last.bateria,
      m: EN_PORCENTAJE.has(contenedor.habla) || last.bateria === null ? null : milivoltios(last.bateria),
      t: last.temperatura,
      v: last.valor,
      ad: CON_ACELERACION.has(contenedor.habla) ? MUESTRAS : null,
    }
  })
  await c.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, lector_id, lector_desde, rssi,
       estado, estado_desde, ultimo_evento, bateria, bateria_mv, temperatura, valor, acel_dice)
     select d, e, u, u, l, ld, (v ->> 'rssi')::smallint, s, u, u, b, m, t, v, ad
     from json_to_recordset($1::json) as x(d bigint, e int, u timestamptz, l bigint, ld timestamptz, s smallint, b real, m int, t real, v jsonb, ad smallint)`,
    [JSON.stringify(rows)],
  )
  const lectores = LECTORES.map((l) => ({
    d: ids.lectores.get(l.mac),
    e: l.empresa,
    u: new Date(now - (l.mac === LECTOR_MUDO ? MUDO_MS : 30_000)),
  }))
  await c.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, desfase_s)
     select d, e, u, u, u, 0 from json_to_recordset($1::json) as x(d bigint, e int, u timestamptz)`,
    [JSON.stringify(lectores)],
  )
}

type Muestra = [ms: number, x: number, y: number, z: number]

/** Acceleration samples around an impact: at rest, the impact, its rebound, and at rest again; in g. */
function sacudida(golpe: readonly number[], random: ReturnType<typeof createRandom>): Muestra[] {
  const muestra = (ms: number, fuerza: number): Muestra => {
    const [x = 0, y = 0, z = 0] = golpe.map((e) => e * fuerza + random.between(-0.02, 0.02))
    // The rest is gravity.
    const g = [x, y, z + Math.max(0, 1 - Math.abs(fuerza))].map((v) => Number(v.toFixed(3)))
    return [ms, ...(g as [number, number, number])]
  }
  return [
    ...[-8000, -6000, -4000, -2000].map((ms) => muestra(ms, 0)),
    muestra(0, 1),
    muestra(400, -0.45),
    muestra(800, 0.2),
    muestra(1200, -0.08),
    ...[2000, 4000, 6000, 8000].map((ms) => muestra(ms, 0)),
  ]
}

/** Smallest and greatest value of an axis. */
const extremes = (muestras: Muestra[], axis: 1 | 2 | 3) => {
  const values = muestras.map((m) => m[axis])
  return [Math.min(...values), Math.max(...values)]
}

/** Most impacts older than two days have been reviewed; the newest are open. */
async function seedIncidencias(
  c: pg.PoolClient,
  vidas: Map<ContenedorDemo, Vida>,
  ids: IdsDemo,
  now: number,
) {
  const random = createRandom(20014)
  const rows = [...vidas].flatMap(([contenedor, v]) =>
    v.impactos.map((i) => {
      const closed = now - i.tiempo > 48 * 3_600_000 && random.chance(0.97)
      const muestras = sacudida(i.golpe, random)
      return {
        e: contenedor.empresa,
        d: ids.dispositivos.get(contenedor.mac),
        l: i.lector,
        t: new Date(i.tiempo),
        p: Math.max(...muestras.map(([, ...a]) => Math.hypot(...a))),
        x: extremes(muestras, 1),
        y: extremes(muestras, 2),
        z: extremes(muestras, 3),
        m: muestras,
        r: closed,
        g: closed && random.chance(0.55),
        n: random.chance(closed ? 0.12 : 0.2),
        h: closed ? new Date(i.tiempo + random.between(1, 30) * 3_600_000) : null,
      }
    }),
  )
  await c.query(
    `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, pico_g, accelxmax, accelxmin,
       accelymax, accelymin, accelzmax, accelzmin, muestras, revisado, mirado, hubo_golpe_real, hubo_danio, cerrada_por,
       cerrada_por_nombre, cerrada, ubicacion_id, lat, lon)
     select e, d, l, t, t, p, x[2], x[1], y[2], y[1], z[2], z[1], m, r, r, g or n, n, q.id, q.nombre, h,
       s.ubicacion_id, s.lat, s.lon
     from json_to_recordset($1::json) as x(e int, d bigint, l bigint, t timestamptz, p real, x real[], y real[],
       z real[], m jsonb, r boolean, g boolean, n boolean, h timestamptz)
     left join dispositivo s on s.id = l
     left join usuario q on r and q.username_clave = 'admin'
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** When this database was seeded: its readers were registered when the movements began. */
async function readSiembra(db: Db): Promise<number> {
  const { alta } = await db
    .selectFrom('dispositivo')
    .select((e) => e.fn.min('creado').as('alta'))
    .where('tipo', '=', 'Reader')
    .executeTakeFirstOrThrow()
  return alta ? siembraOf(alta.getTime()) : Date.now()
}

/** When this database was filled, Unix ms; null: it is empty. */
export async function findSiembra(db: Db): Promise<number | null> {
  return (await db.selectFrom('empresa').select('id').executeTakeFirst()) ? readSiembra(db) : null
}

/**
 * Fills an empty database with the demonstration: companies, accounts, the plant, and 90 days of history, all or nothing. A database with a
 * company stays unchanged.
 * @param base URL under which users open Retorna
 * @returns when it was filled, Unix ms
 */
export async function seed(
  db: Db,
  pool: pg.Pool,
  { zona, base }: { zona: string; base: string },
  progreso: (parte: number) => void,
): Promise<number> {
  const hecha = await findSiembra(db)
  if (hecha !== null) return hecha
  const now = Date.now()
  const c = await pool.connect()
  try {
    await c.query('begin')
    const claveHash = await seedCuentas(dbOver(c))
    const ids = await seedPlanta(c, now)
    const vidas = createHistoria(ids, now)
    const eventos = [...vidas.values()].flatMap((v) => v.eventos).sort((a, b) => a.tiempo - b.tiempo)
    for (let i = 0; i < eventos.length; i += EVENTOS_POR_LOTE) {
      await importEventos(c, c, eventos.slice(i, i + EVENTOS_POR_LOTE))
      progreso(Math.min(1, (i + EVENTOS_POR_LOTE) / eventos.length))
    }
    await rebuildCuentas(c, zona)
    await seedEstados(c, vidas, ids, now)
    await seedIncidencias(c, vidas, ids, now)
    await seedPilas(c, ids, now)
    await seedPrecios(c, now)
    await seedPerdidas(c, now)
    await seedSilencios(c, now)
    await c.query('select rehacer_estancias()')
    // The stays have been noted for analysts and EPCIS above: as with restored rows, not once more.
    await c.query("select set_config('retorna.restaurar', 'si', true)")
    await c.query(`update estancia set certeza = ${certezaOf('desde')}`)
    await c.query(
      `update dispositivo_estado s set certeza = ${certezaOf('lector_desde')} from dispositivo l
       where l.id = s.lector_id and l.ubicacion_id is not null and s.lector_desde is not null`,
    )
    await c.query("select set_config('retorna.restaurar', 'no', true)")
    await seedRecuentos(c, now)
    await seedCustodia(c, claveHash, now)
    await seedEpcis(c, now, zona, base)
    await c.query('commit')
    await c.query('analyze')
    return now
  } catch (e) {
    await c.query('rollback').catch(() => {})
    throw e
  } finally {
    c.release()
  }
}
