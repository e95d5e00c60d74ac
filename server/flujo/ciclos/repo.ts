import { sql } from 'kysely'
import type { Ciclo, Ciclos, Etapa } from '#contract/flujo/ciclos/ciclos'
import { listFamiliasWith } from '../../parque/dispositivos/repo'
import type { Db } from '../../platform/db/client'

export async function listCiclos(db: Db, empresa: number): Promise<Required<Ciclo>[]> {
  const { rows } = await sql<Required<Ciclo>>`
    select c.id, c.nombre, c.familias,
      (select coalesce(json_agg(json_build_object('id', e.id, 'nombre', e.nombre, 'clase', e.clase, 'ancla', e.ancla,
        'ubicaciones', (select coalesce(json_agg(l.ubicacion_id order by l.ubicacion_id), '[]')
          from etapa_lugar l where l.etapa_id = e.id)) order by e.orden, e.id), '[]')
       from etapa e where e.ciclo_id = c.id) as etapas
    from ciclo c where c.empresa_id = ${empresa} order by c.familias = '{}' desc, c.id`.execute(db)
  return rows
}

export async function listLugares(db: Db, empresa: number): Promise<Ciclos['ubicaciones']> {
  const { rows } = await sql<Ciclos['ubicaciones'][number]>`
    select id, nombre, planta, grupo from ubicacion where empresa_id = ${empresa} order by id limit 10000`.execute(
    db,
  )
  return rows
}

export const listFamilias = (db: Db, empresa: number): Promise<string[]> =>
  listFamiliasWith(db, empresa, sql`d.tipo <> 'Reader'`)

/** Deletes the loops and stages that are not in the lists. */
export async function keepOnly(tx: Db, empresa: number, ciclos: number[], etapas: number[]): Promise<void> {
  await sql`delete from etapa where empresa_id = ${empresa} and id <> all(${etapas}::bigint[])`.execute(tx)
  await sql`delete from ciclo where empresa_id = ${empresa} and id <> all(${ciclos}::bigint[])`.execute(tx)
}

/** @returns its id */
export async function saveCiclo(tx: Db, empresa: number, c: Ciclo): Promise<number> {
  const { rows } =
    c.id === undefined
      ? await sql<{ id: number }>`
          insert into ciclo (empresa_id, nombre, familias)
          values (${empresa}, ${c.nombre}, ${c.familias}) returning id`.execute(tx)
      : await sql<{ id: number }>`
          update ciclo set nombre = ${c.nombre}, familias = ${c.familias}
          where id = ${c.id} and empresa_id = ${empresa} returning id`.execute(tx)
  return rows[0]?.id as number
}

/** @returns its id */
export async function saveEtapa(
  tx: Db,
  empresa: number,
  ciclo: number,
  e: Etapa,
  order: number,
): Promise<number> {
  const { rows } =
    e.id === undefined
      ? await sql<{ id: number }>`
          insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
          values (${empresa}, ${ciclo}, ${e.nombre}, ${order}, ${e.clase}, ${e.ancla}) returning id`.execute(
          tx,
        )
      : await sql<{ id: number }>`
          update etapa set nombre = ${e.nombre}, orden = ${order}, clase = ${e.clase}, ancla = ${e.ancla}
          where id = ${e.id} and ciclo_id = ${ciclo} and empresa_id = ${empresa} returning id`.execute(tx)
  return rows[0]?.id as number
}

type Puesto = { ciclo: number; etapa: number; ubicacion: number }

/** Sets the stage of each location; locations of other companies are ignored. */
export async function savePuestos(tx: Db, empresa: number, puestos: readonly Puesto[]): Promise<void> {
  const filas = JSON.stringify(puestos)
  await sql`
    delete from etapa_lugar l where l.empresa_id = ${empresa} and not exists (
      select from json_to_recordset(${filas}::json) as x(ciclo bigint, etapa bigint, ubicacion bigint)
      where x.ciclo = l.ciclo_id and x.etapa = l.etapa_id and x.ubicacion = l.ubicacion_id)`.execute(tx)
  await sql`
    insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id)
    select ${empresa}, x.ciclo, x.etapa, u.id
    from json_to_recordset(${filas}::json) as x(ciclo bigint, etapa bigint, ubicacion bigint)
    join ubicacion u on u.id = x.ubicacion and u.empresa_id = ${empresa}
    on conflict do nothing`.execute(tx)
}
