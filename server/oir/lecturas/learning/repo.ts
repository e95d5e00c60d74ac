import { sql } from 'kysely'
import type { Resumen, Version } from '#contract/oir/lecturas/calibracion'
import type { Db } from '../../../platform/db/client'
import type { StoredStats } from '../engine/model/guardado'

export type RowVersion = Omit<Version, 'creado'> & { creado: Date }

/** The versions, newest first. */
export async function listVersiones(db: Db, empresa: number): Promise<RowVersion[]> {
  const { rows } = await sql<RowVersion>`
    select version, creado, activo, clase, autor, resumen from aprendido
    where empresa_id = ${empresa} order by version desc limit 50`.execute(db)
  return rows
}

export type New = {
  empresa: number
  clase: Version['clase']
  autor: string | null
  resumen: Resumen
  sumas: StoredStats
  exponente: number | null
  activo: boolean
}

/**
 * Store a version under the next number. If it is active, the version before no longer is.
 * @returns its number
 */
export async function insertLearned(tx: Db, n: New): Promise<number> {
  if (n.activo)
    await sql`update aprendido set activo = false where activo and empresa_id = ${n.empresa}`.execute(tx)
  const { rows } = await sql<{ version: number }>`
    insert into aprendido (empresa_id, version, activo, clase, autor, resumen, sumas, exponente)
    select ${n.empresa}, 1 + coalesce(max(version), 0), ${n.activo}, ${n.clase}, ${n.autor},
      ${JSON.stringify(n.resumen)}::jsonb, ${JSON.stringify(n.sumas)}::jsonb, ${n.exponente}::real
    from aprendido where empresa_id = ${n.empresa}
    returning version`.execute(tx)
  return (rows[0] as { version: number }).version
}

/** Whether a version was only tested: places were never decided by it. */
export async function isSinUsar(db: Db, empresa: number, version: number): Promise<boolean> {
  const { rows } = await sql`
    select from aprendido where empresa_id = ${empresa} and version = ${version} and resumen->>'motivo' is not null`.execute(
    db,
  )
  return rows.length > 0
}

export type RowPlace = {
  id: number
  nombre: string
  planta: string
  lectores: number
  ultimo_paseo: Date | null
}

/** The locations, with the time of the last walk that was learned from. */
export async function listPlaces(db: Db, empresa: number): Promise<RowPlace[]> {
  const { rows } = await sql<RowPlace>`
    select u.id, u.nombre, u.planta,
      (select count(*)::int from dispositivo l where l.ubicacion_id = u.id and l.tipo = 'Reader' and l.eliminado is null) as lectores,
      (select max(p.hasta) from paseo_parada p join paseo w on w.id = p.paseo_id
        where p.ubicacion_id = u.id and w.version is not null) as ultimo_paseo
    from ubicacion u where u.empresa_id = ${empresa} order by u.planta, u.nombre limit 10000`.execute(db)
  return rows
}
