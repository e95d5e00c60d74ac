import { sql } from 'kysely'
import type { Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import type { Db } from '../../platform/db/client'
import type { TipoImage } from '../../platform/files/metadata/strip'

export type New = Omit<Ubicacion, 'id' | 'lectores'>

/** Company of a location; undefined: there is no such location. */
export async function findEmpresaOf(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('ubicacion').select('empresa_id').where('id', '=', id).executeTakeFirst()
  return row?.empresa_id
}

const LISTADAS = 10_000

export async function listUbicaciones(db: Db, empresa: number): Promise<Ubicacion[]> {
  const { rows } = await sql<Ubicacion>`
    select u.id, u.nombre, u.planta, u.grupo, u.nodo_x, u.nodo_y,
      coalesce(json_agg(json_build_object('mac', l.mac, 'apodo', l.apodo) order by l.apodo, l.mac)
        filter (where l.id is not null), '[]') as lectores
    from ubicacion u
    left join dispositivo l on l.ubicacion_id = u.id and l.tipo = 'Reader' and l.eliminado is null
    where u.empresa_id = ${empresa}
    group by u.id order by u.id limit ${LISTADAS}`.execute(db)
  return rows
}

export async function insertUbicaciones(tx: Db, empresa: number, nuevas: New[]): Promise<void> {
  await tx
    .insertInto('ubicacion')
    .values(nuevas.map((u) => ({ ...u, empresa_id: empresa })))
    .execute()
}

/** Unchanged rows are not written. */
export async function saveUbicaciones(tx: Db, ubicaciones: Omit<Ubicacion, 'lectores'>[]): Promise<void> {
  await sql`
    update ubicacion u
    set nombre = n.nombre, planta = n.planta, grupo = n.grupo, nodo_x = n.nodo_x, nodo_y = n.nodo_y
    from json_to_recordset(${JSON.stringify(ubicaciones)}::json)
      as n(id bigint, nombre text, planta text, grupo text, nodo_x real, nodo_y real)
    where u.id = n.id and (u.nombre, u.planta, u.grupo, u.nodo_x, u.nodo_y)
      is distinct from (n.nombre, n.planta, n.grupo, n.nodo_x, n.nodo_y)`.execute(tx)
}

export async function removeUbicacion(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('ubicacion').where('id', '=', id).execute()
}

/** Those of the macs that are readers of the company. */
export async function listMacsDeLectores(db: Db, empresa: number, macs: string[]): Promise<string[]> {
  const { rows } = await sql<{ mac: string }>`
    select mac from dispositivo
    where empresa_id = ${empresa} and mac = any(${macs}::text[]) and tipo = 'Reader' and eliminado is null`.execute(
    db,
  )
  return rows.map((r) => r.mac)
}

/** Sets the readers of each location; other readers there are removed. */
export async function saveLectores(
  tx: Db,
  empresa: number,
  repartos: { id: number; macs: string[] }[],
): Promise<void> {
  const ids = repartos.map((r) => r.id)
  const puestos = repartos.flatMap(({ id, macs }) => macs.map((mac) => ({ mac, id })))
  await sql`
    update dispositivo d set ubicacion_id = nuevo.ubicacion_id
    from (
      select l.id, p.id as ubicacion_id from dispositivo l
      left join json_to_recordset(${JSON.stringify(puestos)}::json) as p(mac text, id bigint) on p.mac = l.mac
      where l.empresa_id = ${empresa} and l.tipo = 'Reader' and l.eliminado is null
        and (p.mac is not null or l.ubicacion_id = any(${ids}::bigint[]))
    ) nuevo
    where d.id = nuevo.id and d.ubicacion_id is distinct from nuevo.ubicacion_id`.execute(tx)
}

export type Imagen = { tipo: TipoImage; ancho: number; alto: number; cuerpo: Buffer; huella: Buffer }

export async function findImage(db: Db, empresa: number): Promise<Imagen | undefined> {
  return db
    .selectFrom('plano')
    .select(['tipo', 'ancho', 'alto', 'cuerpo', 'huella'])
    .where('empresa_id', '=', empresa)
    .executeTakeFirst()
}

export async function findMedidas(
  db: Db,
  empresa: number,
): Promise<Pick<Imagen, 'ancho' | 'alto' | 'huella'> | undefined> {
  return db
    .selectFrom('plano')
    .select(['ancho', 'alto', 'huella'])
    .where('empresa_id', '=', empresa)
    .executeTakeFirst()
}

export async function saveImage(tx: Db, empresa: number, i: Imagen): Promise<void> {
  await tx
    .insertInto('plano')
    .values({ ...i, empresa_id: empresa })
    .onConflict((oc) => oc.column('empresa_id').doUpdateSet({ ...i, subido: new Date() }))
    .execute()
}

export async function removeImage(tx: Db, empresa: number): Promise<void> {
  await tx.deleteFrom('plano').where('empresa_id', '=', empresa).execute()
}
