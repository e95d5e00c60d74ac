import { sql } from 'kysely'
import type { Db } from '../../platform/db/client'
import type { Row } from './repo'

/** Which devices may be changed: of one company or (null) of all, with or without readers. */
export type Alcance = { empresa: number | null; lectores: boolean }

export type Cambio = {
  activado?: boolean
  apodo?: string
  etiqueta?: string | null
  /** Name of a location of the device's own company; null removes it. */
  ubicacion?: string | null
}

const ofAlcance = (a: Alcance) => sql`d.eliminado is null
  and (${a.empresa}::int is null or d.empresa_id = ${a.empresa})
  and (${a.lectores} or d.tipo <> 'Reader')`

/**
 * Changes devices by mac.
 * @returns the macs that were changed. Devices out of reach, and devices whose company does not have the location, stay unchanged
 */
export async function saveCambios(db: Db, macs: string[], c: Cambio, a: Alcance): Promise<string[]> {
  const puesto = [
    c.activado !== undefined && sql`activado = ${c.activado}`,
    c.apodo !== undefined && sql`apodo = ${c.apodo}`,
    c.etiqueta !== undefined && sql`etiqueta = ${c.etiqueta}`,
    c.ubicacion !== undefined && sql`ubicacion_id = u.id`,
  ].filter((p) => p !== false)
  const ubicacion = c.ubicacion ?? null
  const { rows } = await sql<{ mac: string }>`
    update dispositivo d set ${sql.join(puesto)}
    from dispositivo previo
      left join ubicacion u on u.empresa_id = previo.empresa_id and u.nombre = ${ubicacion}::text
    where previo.id = d.id and d.mac = any(${macs}::text[]) and ${ofAlcance(a)}
      and (${ubicacion}::text is null or u.id is not null)
    returning d.mac`.execute(db)
  return rows.map((r) => r.mac)
}

/** Devices with these macs within a company (null: all). */
export async function listPorMac(db: Db, macs: string[], empresa: number | null): Promise<Row[]> {
  return db
    .selectFrom('dispositivo_actual')
    .selectAll()
    .where('mac', 'in', macs)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .execute()
}

type Conocido = { id: number; mac: string; apodo: string | null }

/** Deletes devices of a company (null: of any) with their credentials; their history is kept. */
export async function removeDispositivos(db: Db, ids: number[], empresa: number | null): Promise<Conocido[]> {
  const { rows } = await sql<Conocido>`
    with eliminado as (
      update dispositivo set eliminado = now() where id = any(${ids}::bigint[]) and eliminado is null
        and (${empresa}::int is null or empresa_id = ${empresa})
      returning id, mac, apodo
    ), revocada as (
      delete from credencial where dispositivo_id in (select id from eliminado)
    )
    select id, mac, apodo from eliminado`.execute(db)
  return rows
}

/** Restores a deleted device; undefined: the company (null: any) has no such device. Throws if its mac or nickname is taken. */
export async function restoreDispositivo(
  db: Db,
  id: number,
  empresa: number | null,
): Promise<(Conocido & { empresa_id: number; tipo: Row['tipo'] }) | undefined> {
  return db
    .updateTable('dispositivo')
    .set({ eliminado: null })
    .where('id', '=', id)
    .where('eliminado', 'is not', null)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .returning(['id', 'mac', 'apodo', 'empresa_id', 'tipo'])
    .executeTakeFirst()
}

/** Names of devices of a company (null: of any), deleted or not. */
export async function listNombres(
  db: Db,
  ids: number[],
  empresa: number | null,
): Promise<(Conocido & { eliminado: Date | null })[]> {
  return db
    .selectFrom('dispositivo')
    .select(['id', 'mac', 'apodo', 'eliminado'])
    .where('id', 'in', ids)
    .$if(empresa !== null, (q) => q.where('empresa_id', '=', empresa as number))
    .execute()
}

/** A page of deleted devices, the last deleted first, and their total. */
export async function listEliminados(
  db: Db,
  f: { empresa: number | null; name?: string; page: number; per_page: number },
) {
  const donde = sql`eliminado is not null
    and (${f.empresa}::int is null or empresa_id = ${f.empresa})
    and (${f.name ?? null}::text is null or strpos(lower(coalesce(apodo, '') || ' ' || mac), lower(${f.name ?? null})) > 0)`
  type Eliminado = {
    id: number
    mac: string
    apodo: string | null
    tipo: Row['tipo']
    empresa_id: number
    eliminado: Date
  }
  const [{ rows: filas }, { rows: cuenta }] = await Promise.all([
    sql<Eliminado>`select id, mac, apodo, tipo, empresa_id, eliminado from dispositivo where ${donde}
      order by eliminado desc, id desc limit ${f.per_page} offset ${(f.page - 1) * f.per_page}`.execute(db),
    sql<{ n: number }>`select count(*) as n from dispositivo where ${donde}`.execute(db),
  ])
  return { filas, total: cuenta[0]?.n ?? 0 }
}
