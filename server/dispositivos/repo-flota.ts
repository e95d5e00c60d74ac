import { sql } from 'kysely'
import type { Db } from '../db/cliente'
import { DUDOSO, type Fila, SIN_SENAL } from './repo'

/** A device that stands somewhere, with what a marker is made of. */
export type Situado = Pick<
  Fila,
  'id' | 'empresa_id' | 'mac' | 'apodo' | 'tipo' | 'estado' | 'posible_estado' | 'ubicacion'
> & {
  /** It may as well be elsewhere, or nobody hears it there any more; null: it is there. */
  incierto: 'dudoso' | 'sin_senal' | null
  /** Epoch ms; 0: never. */
  ultimo: number
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

type Leido = Omit<Situado, 'x' | 'y' | 'fila'>

/** Words that many rows share, once each: a row's own copy costs memory, and time wherever it is compared. */
const palabras = new Map<string, string>()

function share<T extends string>(palabra: T): T {
  const una = palabras.get(palabra)
  if (una !== undefined) return una as T
  palabras.set(palabra, palabra)
  return palabra
}

function place(f: Leido): Situado {
  const seno = Math.sin((Math.max(-LATITUD_MAXIMA, Math.min(LATITUD_MAXIMA, f.lat)) * Math.PI) / 180)
  // Written out: objects made alike are walked four times as fast as copies of rows.
  return {
    id: f.id,
    empresa_id: f.empresa_id,
    mac: f.mac,
    apodo: f.apodo,
    tipo: share(f.tipo),
    estado: f.estado,
    posible_estado: share(f.posible_estado),
    ubicacion: f.ubicacion && share(f.ubicacion),
    incierto: f.incierto && share(f.incierto),
    ultimo: f.ultimo,
    lat: f.lat,
    lon: f.lon,
    x: (f.lon + 180) / 360,
    y: 0.5 - Math.log((1 + seno) / (1 - seno)) / (4 * Math.PI),
    fila: -1,
  }
}

const columnas = sql`id, empresa_id, mac, apodo, tipo, estado, posible_estado, ubicacion, lat, lon,
  case when ${DUDOSO} then 'dudoso' when ${SIN_SENAL} then 'sin_senal' end as incierto,
  coalesce(extract(epoch from ultimo_registro) * 1000, 0)::float8 as ultimo`

/** Those of these devices that stand somewhere. */
export async function listSituados(db: Db, ids: number[]): Promise<Situado[]> {
  const { rows } = await sql<Leido>`
    select ${columnas} from dispositivo_actual where id = any(${ids}::bigint[]) and lat is not null`.execute(
    db,
  )
  return rows.map(place)
}

/** The next devices by id, whether they stand anywhere or not; fewer than asked for: there are no more. */
export async function listTras(db: Db, id: number, cuantos: number): Promise<(Situado | { id: number })[]> {
  const { rows } = await sql<Leido & { lat: number | null }>`
    select ${columnas} from dispositivo_actual where id > ${id} order by id limit ${cuantos}`.execute(db)
  return rows.map((f) => (f.lat === null ? { id: f.id } : place(f)))
}

/** Ids of all devices in the order of their nicknames, those without one at the end. */
export async function listEnOrden(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id::float8 order by apodo nulls last, id) as ids from dispositivo where eliminado is null`.execute(
    db,
  )
  return rows[0]?.ids ?? []
}
