import { type RawBuilder, sql } from 'kysely'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import type { ORDENES_INCIDENCIA } from '#contract/oir/incidencias/values'
import { roundG, roundTo } from '#contract/values/medidas'
import { PICOS } from '../../parque/dispositivos/mide'
import type { Db } from '../../platform/db/client'
import { walkQuery } from '../../platform/db/queries/cursor'
import { sortPor } from '../../platform/export/sort'
import { isoPlanta } from '../../platform/time/time'
import {
  COLUMNS,
  CON_PERSONAS,
  CONTADAS,
  type Filter,
  ofFilter,
  type Row,
  SIN_NOTA,
  TABLAS,
  WORDS,
} from './repo-filter'
import { COORDENADAS } from './repo-lugar'
import { listNotas } from './repo-revision'

const RECIENTES = sql`i.tiempo desc, i.id desc`

/** Ids of the newest incidents, newest first. */
export async function listIds(db: Db, f: Filter, limite: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select i.id::float8 from ${CONTADAS} where ${ofFilter(f)} order by ${RECIENTES} limit ${limite}
    ) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

const POR_LECTURA = 500

/** These incidents, newest first as their ids are, read in batches as they are consumed: first a batch, then the last notes of all of it. */
export async function* walkPorId(db: Db, ids: readonly number[], zona: string): AsyncGenerator<Incidencia[]> {
  for (let n = 0; n < ids.length; n += POR_LECTURA) {
    const some = ids.slice(n, n + POR_LECTURA)
    const { rows } = await sql<Row>`
      with pagina as materialized (
        select ${SIN_NOTA} from ${CON_PERSONAS} where i.id = any(${some}::bigint[])
      ), ultima as materialized (
        select distinct on (incidencia_id) incidencia_id, texto from incidencia_nota
        where incidencia_id = any(${some}::bigint[]) order by incidencia_id, momento desc, id desc
      )
      select i.*, n.texto as nota from pagina i left join ultima n on n.incidencia_id = i.id order by ${RECIENTES}`.execute(
      db,
    )
    yield rows.map((r) => presentIncidencia(r, zona))
  }
}

export type Order = { orden: (typeof ORDENES_INCIDENCIA)[number]; sentido: 'asc' | 'desc' }

const MEDIDAS = {
  hubo_golpe_real: sql`i.hubo_golpe_real`,
  hubo_danio: sql`i.hubo_danio`,
  revisado: sql`i.revisado`,
  AccelXMax: sql`i.accelxmax`,
  AccelXMin: sql`i.accelxmin`,
  AccelYMax: sql`i.accelymax`,
  AccelYMin: sql`i.accelymin`,
  AccelZMax: sql`i.accelzmax`,
  AccelZMin: sql`i.accelzmin`,
  pico_g: sql`i.pico_g`,
  cerrada: sql`i.cerrada`,
}

type Clave = Exclude<Order['orden'], 'Time'>

/** Sort key of incidents. The database has no Spanish collation: each distinct word gets its rank here. */
async function claveOf(db: Db, f: Filter, orden: Clave): Promise<RawBuilder<unknown>> {
  if (orden in MEDIDAS) return MEDIDAS[orden as keyof typeof MEDIDAS]
  const word = WORDS[orden as keyof typeof WORDS]
  const { rows } = await sql<{ p: string }>`
    select distinct ${word} as p from ${TABLAS} where ${ofFilter(f)} and ${word} is not null`.execute(db)
  const puestos = sortPor(rows, (r) => r.p, 'asc').map((r, n) => [r.p, n])
  return sql`(${JSON.stringify(Object.fromEntries(puestos))}::jsonb ->> ${word})::int`
}

/** Order of the table on the screen: missing values last, ties newest first. */
async function orderOf(db: Db, f: Filter, { orden, sentido }: Order): Promise<RawBuilder<unknown>> {
  const hacia = sentido === 'asc' ? sql`asc` : sql`desc`
  // Every incident has a time, so an index gives this order.
  if (orden === 'Time') return sql`i.tiempo ${hacia}, i.id desc`
  return sql`${await claveOf(db, f, orden)} ${hacia} nulls last, ${RECIENTES}`
}

const g = (n: number | null) => (n === null ? null : roundTo(n, 3))

export function presentIncidencia(f: Row, zona: string): Incidencia {
  return {
    id: f.id,
    Dispositivo: f.mac,
    Lector: f.lector,
    Time: isoPlanta(f.tiempo, zona),
    ApodoDispositivo: f.apodo,
    ApodoLector: f.lector_apodo,
    revisado: f.revisado,
    hubo_golpe_real: f.hubo_golpe_real,
    hubo_danio: f.hubo_danio,
    mirado: f.mirado,
    accelxmax: g(f.accelxmax),
    accelxmin: g(f.accelxmin),
    accelymax: g(f.accelymax),
    accelymin: g(f.accelymin),
    accelzmax: g(f.accelzmax),
    accelzmin: g(f.accelzmin),
    pico_g: roundG(f.pico_g),
    impactos: f.impactos,
    duracion_s: (f.hasta.getTime() - f.tiempo.getTime()) / 1000,
    Ubicacion: f.ubicacion,
    cerrada_por: f.cerrada_por,
    cerrada: isoPlanta(f.cerrada, zona),
    lleva: f.lleva_id === null ? null : { id: f.lleva_id, nombre: f.lleva_nombre ?? '' },
    nota: f.nota,
    empresa: f.empresa_id,
  }
}

/** These incidents, if they belong to the company (null: any). */
export async function listPorId(
  db: Db,
  ids: number[],
  empresa: number | null,
  zona: string,
): Promise<Incidencia[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from ${TABLAS}
    where i.id = any(${ids}::bigint[]) and (${empresa}::int is null or i.empresa_id = ${empresa})
    order by ${RECIENTES}`.execute(db)
  return rows.map((r) => presentIncidencia(r, zona))
}

export async function countIncidencias(db: Db, f: Filter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${CONTADAS} where ${ofFilter(f)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** All incidents in an order, from one snapshot. */
export const walkIncidencias = (db: Db, f: Filter, o: Order, zona: string): AsyncGenerator<Incidencia[]> =>
  walkQuery(
    db,
    async (foto) => sql<Row>`
      select ${COLUMNS} from ${TABLAS} where ${ofFilter(f)}
      order by ${await orderOf(foto, f, o)}`,
    (r) => presentIncidencia(r, zona),
  )

const EN_DETALLE = 20

/** An incident with its samples, its place, and the earlier incidents of its container; undefined: there is none. */
export async function findIncidencia(db: Db, id: number, empresa: number | null, zona: string) {
  const { rows } = await sql<
    Row & {
      muestras: [number, number, number, number][]
      familia: string | null
      picos: boolean
      lat: number | null
      lon: number | null
      nodo_x: number | null
      nodo_y: number | null
    }
  >`select ${COLUMNS}, i.muestras, d.familia, coalesce(e.acel_dice & ${PICOS} <> 0, false) as picos,
      ${COORDENADAS}, u.nodo_x, u.nodo_y
    from ${TABLAS} left join dispositivo_estado e on e.dispositivo_id = d.id
    where i.id = ${id} and (${empresa}::int is null or i.empresa_id = ${empresa})`.execute(db)
  const f = rows[0]
  if (!f) return undefined
  const before = sql`i.dispositivo_id = ${f.dispositivo_id} and i.tiempo < ${f.tiempo}`
  const [previas, cuantas, notas] = await Promise.all([
    sql<Row>`select ${COLUMNS} from ${TABLAS} where ${before} order by i.tiempo desc limit ${EN_DETALLE}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*) as n from incidencia i where ${before}`.execute(db),
    listNotas(db, id, zona),
  ])
  return {
    ...presentIncidencia(f, zona),
    muestras: f.muestras,
    /** The properties that decide its threshold. */
    clase: { empresa: f.empresa_id, familia: f.familia, mac: f.mac, picos: f.picos },
    Lat: f.lat,
    Lon: f.lon,
    notas,
    nodo: f.nodo_x === null || f.nodo_y === null ? null : { x: f.nodo_x, y: f.nodo_y },
    anteriores: previas.rows.map((r) => {
      const { id, Time, revisado, hubo_golpe_real, hubo_danio, mirado, pico_g, Ubicacion } =
        presentIncidencia(r, zona)
      return { id, Time, revisado, hubo_golpe_real, hubo_danio, mirado, pico_g, Ubicacion }
    }),
    totalAnteriores: cuantas.rows[0]?.n ?? 0,
  }
}

/** An incident by its key in the API, with the id of the user who closed it. */
export async function findPorImpacto(
  db: Db,
  mac: string,
  time: Date,
  empresa: number | null,
  zona: string,
): Promise<(Incidencia & { cerradaPorId: number | null }) | undefined> {
  const { rows } = await sql<Row & { cerrada_por_id: number | null }>`
    select ${COLUMNS}, i.cerrada_por as cerrada_por_id from ${TABLAS}
    where d.mac = ${mac} and i.tiempo = ${time} and (${empresa}::int is null or i.empresa_id = ${empresa})
    order by i.id desc limit 1`.execute(db)
  return rows[0] && { ...presentIncidencia(rows[0], zona), cerradaPorId: rows[0].cerrada_por_id }
}

/** Number of open incidents of the last three days, and of their containers. */
export async function countOpenIncidencias(db: Db, empresa: number | null) {
  return db
    .selectFrom('incidencia')
    .select([
      sql<number>`count(*)::int`.as('totalIncidencias'),
      sql<number>`count(distinct dispositivo_id)::int`.as('contenedoresUnicos'),
    ])
    .where('revisado', '=', false)
    .where(sql<boolean>`tiempo > now() - interval '3 days'`)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .executeTakeFirstOrThrow()
}
