import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import { INACTIVO } from '../inventario/repo-inventario'
import { CONTABLE, DUDOSO, type Row, SIN_SENAL } from '../repo'

/** What devices are counted by. */
type Contable = Pick<Row, 'empresa_id' | 'tipo' | 'activado' | 'familia' | 'ubicacion'> & {
  /** Of a family that is counted. */
  contable: boolean
  /** Nickname of the reader that hears it, or its mac. */
  lector: string | null
  /** It may as well be elsewhere, or nobody hears it there any more; null: it is there. */
  incierto: 'dudoso' | 'sin_senal' | null
  /** Not heard for as long as makes a container lost. */
  inactivo: boolean
}

/** Devices that are alike in all that they are counted by, and how many they are. */
export type Conjunto = Contable & { n: number }

/** A device, with what a marker is made of. */
export type Miembro = Contable &
  Pick<Row, 'id' | 'mac' | 'apodo' | 'estado' | 'posible_estado'> & {
    /** Epoch ms; 0: never. */
    ultimo: number
    /** Null: it stands nowhere known. */
    lat: number | null
    lon: number | null
  }

/** A device that stands somewhere. */
export type Located = Miembro & {
  lat: number
  lon: number
  /** The same on the Mercator map, 0..1 from its upper left corner. */
  x: number
  y: number
  /** Its place in the order of nicknames; -1: not known yet. */
  fila: number
}

/** Beyond it the Mercator map ends. */
const LATITUD_MAXIMA = 85

/** Words that many rows share, once each: a row's own copy costs memory, and time wherever it is compared. */
const words = new Map<string, string>()

function share<T extends string>(word: T): T {
  const una = words.get(word)
  if (una !== undefined) return una as T
  words.set(word, word)
  return word
}

function place(f: Miembro): Miembro | Located {
  // Written out: objects made alike are walked four times as fast as copies of rows.
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

/** Those of these devices that there are. */
export async function listMiembros(db: Db, ids: number[]): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(place)
}

/** The next devices by id; fewer than asked for: there are no more. */
export async function listTras(db: Db, id: number, cuantos: number): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual where id > ${id} order by id limit ${cuantos}`.execute(db)
  return rows.map(place)
}

/** The devices of a company (null: of all) by what they are counted by, as the database has them now. */
export async function listConjuntos(db: Db, empresa: number | null): Promise<Conjunto[]> {
  const { rows } = await sql<Conjunto>`
    select empresa_id, tipo, activado, familia, coalesce(${CONTABLE}, false) as contable, ubicacion, ${LECTOR} as lector,
      ${INCIERTO} as incierto, ${INACTIVO} as inactivo, count(*)::int as n
    from dispositivo_actual where ${empresa}::int is null or empresa_id = ${empresa} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(
    db,
  )
  return rows
}

/** Ids of all devices in the order of their nicknames, those without one at the end. */
export async function listEnOrden(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id::float8 order by apodo nulls last, id) as ids from dispositivo where eliminado is null`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}
