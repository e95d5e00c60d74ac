import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import { INACTIVO } from '../inventario/repo-inventario'
import { CONTABLE, DUDOSO, type Row, SIN_SENAL } from '../repo'

/** Properties by which devices are counted. */
type Contable = Pick<Row, 'empresa_id' | 'tipo' | 'activado' | 'familia' | 'ubicacion'> & {
  /** Whether it is counted by family. */
  contable: boolean
  /** Nickname of the reader that hears it, else the reader's mac. */
  lector: string | null
  /** Its place is in doubt, or nobody hears it there any more; null: it is there. */
  incierto: 'dudoso' | 'sin_senal' | null
  /** Not heard for longer than the company's limit of a lost container. */
  inactivo: boolean
}

/** Devices that agree in every counted property, and their number. */
export type Conjunto = Contable & { n: number }

/** A device with the data for its marker. */
export type Miembro = Contable &
  Pick<Row, 'id' | 'mac' | 'apodo' | 'estado' | 'posible_estado'> & {
    /** Last reading, epoch ms; 0: never. */
    ultimo: number
    /** Null: its position is not known. */
    lat: number | null
    lon: number | null
  }

/** A device with a position. */
export type Located = Miembro & {
  lat: number
  lon: number
  /** Position on the Mercator map, 0..1 from the upper left corner. */
  x: number
  y: number
  /** Rank by nickname; -1: not known yet. */
  fila: number
}

/** Latitude limit of the Mercator map, degrees. */
const LATITUD_MAXIMA = 85

/** Shared copies of repeated strings: a copy for each row costs memory, and time when it is compared. */
const words = new Map<string, string>()

function share<T extends string>(word: T): T {
  const una = words.get(word)
  if (una !== undefined) return una as T
  words.set(word, word)
  return word
}

function place(f: Miembro): Miembro | Located {
  // An object literal: objects of the same shape are iterated four times as fast as copies of rows.
  const miembro = {
    id: f.id,
    empresa_id: f.empresa_id,
    mac: f.mac,
    apodo: f.apodo,
    tipo: share(f.tipo),
    activado: f.activado,
    familia: f.familia && share(f.familia),
    contable: f.contable,
    estado: f.estado,
    posible_estado: share(f.posible_estado),
    ubicacion: f.ubicacion && share(f.ubicacion),
    lector: f.lector && share(f.lector),
    incierto: f.incierto && share(f.incierto),
    inactivo: f.inactivo,
    ultimo: f.ultimo,
    lat: f.lat,
    lon: f.lon,
    x: 0,
    y: 0,
    fila: -1,
  }
  if (f.lat === null || f.lon === null) return miembro
  const seno = Math.sin((Math.max(-LATITUD_MAXIMA, Math.min(LATITUD_MAXIMA, f.lat)) * Math.PI) / 180)
  miembro.x = (f.lon + 180) / 360
  miembro.y = 0.5 - Math.log((1 + seno) / (1 - seno)) / (4 * Math.PI)
  return miembro
}

export const isLocated = (m: Miembro | undefined): m is Located => m !== undefined && m.lat !== null

const INCIERTO = sql`case when ${DUDOSO} then 'dudoso' when ${SIN_SENAL} then 'sin_senal' end`
const LECTOR = sql`coalesce(lector_apodo, lector_mac)`

const columns = sql`id, empresa_id, mac, apodo, tipo, activado, familia, coalesce(${CONTABLE}, false) as contable, estado,
  posible_estado, ubicacion, lat, lon, ${LECTOR} as lector, ${INCIERTO} as incierto, ${INACTIVO} as inactivo,
  coalesce(extract(epoch from ultimo_registro) * 1000, 0)::float8 as ultimo`

/** Those of these devices that exist. */
export async function listMiembros(db: Db, ids: number[]): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(place)
}

/**
 * The next devices by id; fewer than asked for: there are no more. The id of the last one is looked up first: with a limit alone, the state of
 * all devices after it would be computed and sorted.
 */
export async function listTras(db: Db, id: number, cuantos: number): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual
    where id > ${id} and id <= coalesce((
      select x.id from dispositivo x where x.eliminado is null and x.id > ${id} order by x.id offset ${cuantos - 1} limit 1
    ), ${sql.lit(Number.MAX_SAFE_INTEGER)})
    order by id`.execute(db)
  return rows.map(place)
}

/** The present counts of devices of a company (null: of all), from the database. */
export async function listConjuntos(db: Db, empresa: number | null): Promise<Conjunto[]> {
  const { rows } = await sql<Conjunto>`
    select empresa_id, tipo, activado, familia, coalesce(${CONTABLE}, false) as contable, ubicacion, ${LECTOR} as lector,
      ${INCIERTO} as incierto, ${INACTIVO} as inactivo, count(*)::int as n
    from dispositivo_actual where ${empresa}::int is null or empresa_id = ${empresa} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(
    db,
  )
  return rows
}

/** Ids of all devices in order of nickname, those without one last. */
export async function listEnOrden(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id::float8 order by apodo nulls last, id) as ids from dispositivo where eliminado is null`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}
