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

/** Shared copies of repeated strings: a copy for each row costs memory, and time when it is compared. */
const words = new Map<string, string>()

function share<T extends string>(word: T): T {
  const una = words.get(word)
  if (una !== undefined) return una as T
  words.set(word, word)
  return word
}

function shareWords(m: Miembro): Miembro {
  m.tipo = share(m.tipo)
  m.posible_estado = share(m.posible_estado)
  m.familia = m.familia && share(m.familia)
  m.ubicacion = m.ubicacion && share(m.ubicacion)
  m.lector = m.lector && share(m.lector)
  m.incierto = m.incierto && share(m.incierto)
  return m
}

const INCIERTO = sql`case when ${DUDOSO} then 'dudoso' when ${SIN_SENAL} then 'sin_senal' end`
const LECTOR = sql`coalesce(lector_apodo, lector_mac)`

const columns = sql`id, empresa_id, mac, apodo, tipo, activado, familia, coalesce(${CONTABLE}, false) as contable, estado,
  posible_estado, ubicacion, lat, lon, ${LECTOR} as lector, ${INCIERTO} as incierto, ${INACTIVO} as inactivo,
  coalesce(extract(epoch from ultimo_registro) * 1000, 0)::float8 as ultimo`

/** Throws if the database does not answer. */
export async function askAnswer(db: Db): Promise<void> {
  await sql`select`.execute(db)
}

/** Those of these devices that exist. */
export async function listMiembros(db: Db, ids: number[]): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(shareWords)
}

/** The id of each device after which `cuantos` more make a batch, in order: batches of the whole fleet that are read at once. */
export async function listEdges(db: Db, cuantos: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select id, row_number() over (order by id) as n from dispositivo where eliminado is null) d
    where n % ${sql.lit(cuantos)} = 0 order by id`.execute(db)
  return rows.map((r) => r.id)
}

/** The devices with an id over `after` and up to `last` (null: all that follow), by id. */
export async function listEntre(db: Db, after: number, last: number | null): Promise<Miembro[]> {
  const { rows } = await sql<Miembro>`
    select ${columns} from dispositivo_actual
    where id > ${after} and id <= ${last ?? sql.lit(Number.MAX_SAFE_INTEGER)} order by id`.execute(db)
  return rows.map(shareWords)
}

/**
 * The next devices by id; fewer than asked for: there are no more. The id of the last one is looked up first: with a limit alone, the state of
 * all devices after it would be computed and sorted.
 */
export async function listTras(db: Db, id: number, cuantos: number): Promise<Miembro[]> {
  const { rows } = await sql<{ last: number | null }>`
    select id as last from dispositivo where eliminado is null and id > ${id} order by id
    offset ${cuantos - 1} limit 1`.execute(db)
  return listEntre(db, id, rows[0]?.last ?? null)
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

/** Ids of all devices in order of nickname, those without one last, in parts of `cuantos`: a list of all would be parsed at once. */
export async function listEnOrden(db: Db, cuantos: number): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(id::float8 order by n) as ids
    from (select id, row_number() over (order by apodo nulls last, id) as n from dispositivo where eliminado is null) d
    group by (n - 1) / ${sql.lit(cuantos)} order by min(n)`.execute(db)
  return rows.map((r) => r.ids)
}
