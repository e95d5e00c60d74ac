import { sql } from 'kysely'
import type { Db } from '../../db/cliente'

/** A reader with where it stands. */
export type LectorSituado = {
  id: number
  empresa: number
  ubicacion: number | null
  lat: number | null
  lon: number | null
}

/** The readers of these companies, always in the same order. */
export async function listLectoresSituados(db: Db, empresas: number[]): Promise<LectorSituado[]> {
  const { rows } = await sql<LectorSituado>`
    select id, empresa_id as empresa, ubicacion_id as ubicacion, lat, lon from dispositivo
    where tipo = 'Reader' and eliminado is null and empresa_id = any(${empresas}) order by id limit 20000`.execute(
    db,
  )
  return rows
}
