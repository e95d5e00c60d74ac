import { sql } from 'kysely'
import { normalizeMacSerie } from '#contract/values/comunes'
import type { Db } from '../../../platform/db/client'
import { PIEZA_S } from '../engine/model/sample'
import { PASEO_HORAS } from './repo-planta'

export type PaseoRow = {
  id: number
  empresa: number
  dispositivo: number
  mac: string
  apodo: string | null
  autor: string
  desde: Date
}
export type ParadaRow = {
  ubicacion: number
  nombre: string
  desde: Date
  hasta: Date | null
  segundos: number
  anuncios: number
  lectores: number
  muestras: number
}

/** The current walk of a company; undefined: there is none. */
export async function findPaseo(db: Db, empresa: number): Promise<PaseoRow | undefined> {
  const { rows } = await sql<PaseoRow>`
    select p.id, p.empresa_id as empresa, p.dispositivo_id as dispositivo, d.mac, d.apodo, p.autor, p.desde
    from paseo p join dispositivo d on d.id = p.dispositivo_id
    where p.empresa_id = ${empresa} and p.hasta is null
      and p.desde > now() - make_interval(hours => ${PASEO_HORAS})`.execute(db)
  return rows[0]
}

export async function listParadas(db: Db, paseo: PaseoRow): Promise<ParadaRow[]> {
  const { rows } = await sql<ParadaRow>`
    select p.ubicacion_id as ubicacion, u.nombre, p.desde, p.hasta,
      extract(epoch from coalesce(p.hasta, clock_timestamp()) - p.desde)::float8 as segundos, o.anuncios, o.lectores, o.muestras
    from paseo_parada p join ubicacion u on u.id = p.ubicacion_id
    cross join lateral (
      select count(distinct date_trunc('second', tiempo))::int as anuncios, count(distinct lector_id)::int as lectores,
        count(distinct floor(extract(epoch from tiempo) / ${PIEZA_S}))::int as muestras
      from paseo_oido where dispositivo_id = ${paseo.dispositivo} and tiempo >= p.desde
        and tiempo < coalesce(p.hasta, 'infinity')
    ) o
    where p.paseo_id = ${paseo.id} order by p.desde limit 10000`.execute(db)
  return rows
}

/** A device in use, by mac, serial or apodo; undefined: the company has no such device. */
export async function findContenedor(
  db: Db,
  empresa: number,
  nombre: string,
): Promise<{ id: number; tipo: string } | undefined> {
  const mac = normalizeMacSerie(nombre)
  const { rows } = await sql<{ id: number; tipo: string }>`
    select id, tipo from dispositivo
    where empresa_id = ${empresa} and (mac = ${mac} or apodo = ${nombre}) and eliminado is null
    order by mac = ${mac} desc, id limit 1`.execute(db)
  return rows[0]
}

/** Begin a walk, and end earlier ones that nobody ended. */
export async function insertPaseo(
  tx: Db,
  empresa: number,
  dispositivo: number,
  actor: string,
): Promise<void> {
  await sql`
    with viejos as (update paseo set hasta = now() where empresa_id = ${empresa} and hasta is null returning dispositivo_id)
    delete from paseo_oido where dispositivo_id in (select dispositivo_id from viejos) or dispositivo_id = ${dispositivo}`.execute(
    tx,
  )
  await sql`
    insert into paseo (empresa_id, dispositivo_id, autor) values (${empresa}, ${dispositivo}, ${actor})`.execute(
    tx,
  )
}

export async function isUbicacionOf(db: Db, empresa: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from ubicacion where id = ${id} and empresa_id = ${empresa}`.execute(db)
  return rows.length > 0
}

/** Begin a stop at this location, and end the one before. */
export async function startParada(tx: Db, paseo: number, ubicacion: number): Promise<void> {
  await endParada(tx, paseo)
  await sql`
    insert into paseo_parada (paseo_id, ubicacion_id, desde) values (${paseo}, ${ubicacion}, clock_timestamp())
    on conflict (paseo_id, ubicacion_id) do update set desde = excluded.desde, hasta = null`.execute(tx)
}

export async function endParada(tx: Db, paseo: number): Promise<void> {
  await sql`
    update paseo_parada set hasta = clock_timestamp() where paseo_id = ${paseo} and hasta is null`.execute(tx)
}

/** Discard the current stop: the tag was not there. */
export async function removeParada(tx: Db, paseo: number): Promise<void> {
  await sql`delete from paseo_parada where paseo_id = ${paseo} and hasta is null`.execute(tx)
}

/** @param version the version that learned from it; null: none */
export async function endPaseo(tx: Db, paseo: PaseoRow, version: number | null): Promise<void> {
  await sql`update paseo set hasta = now(), version = ${version} where id = ${paseo.id}`.execute(tx)
  await sql`delete from paseo_oido where dispositivo_id = ${paseo.dispositivo}`.execute(tx)
}

export type WalkObservation = { ubicacion: number; s: number; lector: number; nivel: number | null }

/** Hearings of the tag at each stop, in order of time; at most 20,000 of each stop. */
export async function listWalkObservations(db: Db, paseo: PaseoRow): Promise<WalkObservation[]> {
  const { rows } = await sql<WalkObservation>`
    select p.ubicacion_id as ubicacion, o.* from paseo_parada p
    cross join lateral (
      select floor(extract(epoch from tiempo))::float8 as s, lector_id as lector, rssi as nivel from paseo_oido
      where dispositivo_id = ${paseo.dispositivo} and tiempo >= p.desde and tiempo < p.hasta
      order by tiempo limit 20000
    ) o
    where p.paseo_id = ${paseo.id}`.execute(db)
  return rows
}

/** Readers that reported nothing since a stop began, for each stop: their silence there is no evidence. */
export async function listMudos(db: Db, paseo: PaseoRow): Promise<{ ubicacion: number; lector: number }[]> {
  const { rows } = await sql<{ ubicacion: number; lector: number }>`
    select p.ubicacion_id as ubicacion, l.id as lector
    from paseo_parada p join dispositivo l on l.empresa_id = ${paseo.empresa} and l.tipo = 'Reader' and l.eliminado is null
    left join dispositivo_estado e on e.dispositivo_id = l.id
    where p.paseo_id = ${paseo.id} and (e.recibido is null or e.recibido < p.desde)`.execute(db)
  return rows
}
