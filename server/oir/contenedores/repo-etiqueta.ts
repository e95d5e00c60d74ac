import { sql } from 'kysely'
import type { Hallazgo } from '#contract/oir/contenedores/contenedores'
import type { Db } from '../../platform/db/client'
import { isoPlanta } from '../../platform/time/time'

/** Gives a container another mac; @returns false, with nothing written, if another device has it */
export async function saveMac(tx: Db, id: number, mac: string): Promise<boolean> {
  // Only one process at a time: nobody may take the mac between the check and the write.
  await sql`select pg_advisory_xact_lock(hashtext(${mac}))`.execute(tx)
  const { numAffectedRows } = await sql`update dispositivo set mac = ${mac} where id = ${id} and not exists (
    select 1 from dispositivo d where d.mac = ${mac} and d.eliminado is null and d.id <> ${id})`.execute(tx)
  return Boolean(numAffectedRows)
}

/** Nickname of the company's container or reader with this mac; undefined: another company has it. */
export async function findDueno(db: Db, mac: string, empresa: number): Promise<string | undefined> {
  const { rows } = await sql<{ nombre: string }>`
    select coalesce(apodo, mac) as nombre from dispositivo
    where mac = ${mac} and eliminado is null and empresa_id = ${empresa}`.execute(db)
  return rows[0]?.nombre
}

/** A change of tag, and whether it took back the previous one. */
export type CambioEtiqueta = {
  antes: string
  despues: string
  momento: Date
  usuario_id: number | null
  vuelta: boolean
}

/** The last change of a container's tag. */
export async function findLastCambio(db: Db, id: number): Promise<CambioEtiqueta | undefined> {
  const { rows } = await sql<CambioEtiqueta>`
    select antes ->> 'mac' as antes, despues ->> 'mac' as despues, momento, usuario_id,
      coalesce(lead(antes ->> 'mac') over w = despues ->> 'mac' and lead(despues ->> 'mac') over w = antes ->> 'mac', false) as vuelta
    from auditoria
    where entidad = 'dispositivo' and entidad_id = ${String(id)} and accion = 'cambiar' and despues ? 'mac'
    window w as (order by auditoria.momento desc, auditoria.id desc)
    order by momento desc, id desc limit 1`.execute(db)
  return rows[0]
}

const MAX_HALLADOS = 20
const MAX_PREVIOUS = 5

/** Devices in use with this mac or nickname, else deleted containers. */
export async function listHallados(
  db: Db,
  mac: string | null,
  apodo: string | null,
  empresa: number | null,
): Promise<Hallazgo['data']> {
  const deEmpresa = (id: unknown) => sql`(${empresa}::int is null or ${id} = ${empresa})`
  // Those in use have an index for each half; the removed ones are few, and are read only if nothing in use is found.
  const { rows } = await sql<Hallazgo['data'][number]>`
    with en_uso as materialized (
      select d.mac, d.apodo, d.tipo, d.empresa_id from dispositivo d
      where d.eliminado is null and d.mac = ${mac}::text and ${deEmpresa(sql`d.empresa_id`)}
      union
      select d.mac, d.apodo, d.tipo, d.empresa_id from empresa e
      join dispositivo d on d.empresa_id = e.id and d.eliminado is null and lower(d.apodo) = lower(${apodo}::text)
      where ${deEmpresa(sql`e.id`)}
    ), visto as (
      select *, false as eliminado from en_uso
      union all
      (select distinct on (d.empresa_id) d.mac, d.apodo, d.tipo, d.empresa_id, true from dispositivo d
      where d.eliminado is not null and d.tipo <> 'Reader' and (d.mac = ${mac}::text or lower(d.apodo) = lower(${apodo}::text))
        and ${deEmpresa(sql`d.empresa_id`)} and not exists (select 1 from en_uso)
      order by d.empresa_id, d.eliminado desc)
    )
    select v.mac as "Dispositivo", v.apodo as "Apodo", v.tipo as "TipoDispositivo", v.empresa_id as empresa, e.nombre as nombre_empresa,
      v.eliminado
    from visto v join empresa e on e.id = v.empresa_id
    order by empresa, "Apodo" limit ${MAX_HALLADOS}`.execute(db)
  return rows
}

/** Containers in use that had a tag with this mac before and have another now, newest first. */
export async function listPrevious(
  db: Db,
  mac: string,
  empresa: number | null,
  zona: string,
): Promise<Hallazgo['previos']> {
  const { rows } = await sql<{ mac: string; apodo: string | null; hasta: Date }>`
    select d.mac, d.apodo, max(a.momento) as hasta from auditoria a
    join dispositivo d on d.id = a.entidad_id::bigint and d.eliminado is null and d.tipo <> 'Reader'
    where a.entidad = 'dispositivo' and a.accion = 'cambiar' and a.despues ? 'mac' and a.antes ->> 'mac' = ${mac}
      and d.mac <> ${mac} and (${empresa}::int is null or d.empresa_id = ${empresa})
    group by d.id order by hasta desc limit ${MAX_PREVIOUS}`.execute(db)
  return rows.map((r) => ({ Dispositivo: r.mac, Apodo: r.apodo, hasta: isoPlanta(r.hasta, zona) }))
}

/** Whether the company (null: any) has marked this tag as broken. */
export async function isMarcada(db: Db, mac: string, empresa: number | null): Promise<boolean> {
  const { rows } = await sql`select 1 from etiqueta_rota
    where mac = ${mac} and (${empresa}::int is null or empresa_id = ${empresa}) limit 1`.execute(db)
  return rows.length > 0
}
