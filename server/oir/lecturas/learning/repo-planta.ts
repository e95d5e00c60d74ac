import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import { MAX_LECTORES } from '../engine/time-bins'
import type { Learned, LocatedLector } from './planta'

/**
 * The readers of these companies, always in the same order, and how far their clocks were off, in seconds.
 * @param hablan readers that are heard just now. Readers without a location are listed only if they are among these or were heard within a
 * day. A dead one would be a place of its own, and make every place of the plant doubtful. Null: all readers
 */
export async function listLocatedLectores(
  db: Db,
  empresas: number[],
  hablan: readonly number[] | null = null,
): Promise<(LocatedLector & { desfase: number | null })[]> {
  const { rows } = await sql<LocatedLector & { desfase: number | null }>`
    select d.id, d.empresa_id as empresa, d.ubicacion_id as ubicacion, d.lat, d.lon, e.desfase_s as desfase
    from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id
    where d.tipo = 'Reader' and d.eliminado is null and d.empresa_id = any(${empresas})
      and (d.ubicacion_id is not null or e.ultimo_registro > now() - interval '1 day' or ${hablan}::bigint[] is null or d.id = any(${hablan}::bigint[]))
    order by d.id limit ${MAX_LECTORES * empresas.length}`.execute(db)
  return rows
}

const LEARNED = sql`
  a.empresa_id as empresa, a.version, a.sumas, a.exponente,
  (select coalesce(json_agg(u.id), '[]') from ubicacion u where u.empresa_id = a.empresa_id) as ubicaciones,
  (select coalesce(json_agg(p.lector_id), '[]') from lector_lugar p join dispositivo d on d.id = p.lector_id
    where d.empresa_id = a.empresa_id and p.hasta is null and p.desde > a.creado) as movidos`

/** The versions by which the places of these companies are decided. */
export async function listActivos(db: Db, empresas: number[]): Promise<Learned[]> {
  const { rows } = await sql<Learned>`
    select ${LEARNED} from aprendido a where a.activo and a.empresa_id = any(${empresas})`.execute(db)
  return rows
}

/** One version; undefined: there is none. */
export async function findLearned(db: Db, empresa: number, version: number): Promise<Learned | undefined> {
  const { rows } = await sql<Learned>`
    select ${LEARNED} from aprendido a where a.empresa_id = ${empresa} and a.version = ${version}`.execute(db)
  return rows[0]
}

/** Hours after which a walk that nobody ended is over. */
export const PASEO_HORAS = 3

/** The tags on a walk. */
export async function listPaseantes(
  db: Db,
  empresas: number[],
): Promise<{ empresa: number; dispositivo: number; hasta: Date }[]> {
  const { rows } = await sql<{ empresa: number; dispositivo: number; hasta: Date }>`
    select empresa_id as empresa, dispositivo_id as dispositivo, desde + make_interval(hours => ${PASEO_HORAS}) as hasta
    from paseo where hasta is null and empresa_id = any(${empresas})`.execute(db)
  return rows
}
