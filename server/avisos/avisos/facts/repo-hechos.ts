import { sql } from 'kysely'
import type { ClaseCausa, Evidencia } from '#contract/avisos/causas/values'
import type { Db } from '../../../platform/db/client'

export type CausaRow = {
  clase: ClaseCausa
  desde: Date
  hasta: Date | null
  evidencia: Evidencia
  lector: string | null
  lugar: string | null
  lugar_id: number | null
}

export async function findCausa(tx: Db, id: number): Promise<CausaRow | undefined> {
  const { rows } = await sql<CausaRow>`
    select c.clase, c.desde, c.hasta, c.evidencia, coalesce(l.apodo, l.mac) as lector, u.nombre as lugar, u.id as lugar_id
    from causa c left join dispositivo l on l.id = c.lector_id left join ubicacion u on u.id = l.ubicacion_id
    where c.id = ${id}`.execute(tx)
  return rows[0]
}

/** How many containers the notice of the opening named; 0 if unknown. */
export async function countAvisados(tx: Db, empresa: number, clave: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (a.datos ->> 'contenedores')::int as n from aviso_hecho h join aviso a on a.id = h.aviso_id
    where h.empresa_id = ${empresa} and h.clave = ${clave}`.execute(tx)
  return rows[0]?.n ?? 0
}

export type CambioRow = {
  id: number
  empresa: number
  clase: 'golpe' | 'estado' | 'bateria'
  a: string | null
  tiempo: Date
  mac: string
  apodo: string | null
  familia: string | null
  bateria: number | null
  ultimo: Date | null
  lugar: string | null
  lugar_id: number | null
  /** Id of the incident of an impact. */
  incidencia: number | null
  impactos: number | null
}

/**
 * Takes changes to report, oldest first. Changes of deactivated or deleted containers are dropped. The notices are written in the same
 * transaction.
 * @param after only those with a higher id
 * @returns the last id, 0: there were none; and the changes to report
 */
export async function takeCambios(
  tx: Db,
  after: number,
  max: number,
): Promise<{ last: number; filas: CambioRow[] }> {
  const { rows } = await sql<CambioRow & { cuenta: boolean }>`
    with tomado as (
      delete from cambio_por_avisar where cambio_id in
        (select cambio_id from cambio_por_avisar where cambio_id > ${after} order by cambio_id limit ${max} for update skip locked)
      returning *
    )
    select t.cambio_id as id, t.empresa_id as empresa, t.clase, t.a, t.tiempo, d.mac, d.apodo, d.familia, e.bateria,
      e.ultimo_registro as ultimo, u.nombre as lugar, u.id as lugar_id, i.id as incidencia, i.impactos,
      d.activado and d.eliminado is null and d.empresa_id = t.empresa_id as cuenta
    from tomado t
    join dispositivo d on d.id = t.dispositivo_id
    left join dispositivo_estado e on e.dispositivo_id = d.id
    left join dispositivo l on l.id = e.lector_id
    left join ubicacion u on u.id = coalesce(e.ubicacion_id, l.ubicacion_id)
    left join lateral (
      select i.id, i.impactos from incidencia i
      where t.clase = 'golpe' and i.dispositivo_id = d.id and i.tiempo between t.tiempo - interval '1 second' and t.tiempo + interval '1 second'
      order by i.tiempo limit 1
    ) i on true
    order by t.cambio_id`.execute(tx)
  return { last: rows.at(-1)?.id ?? 0, filas: rows.filter((r) => r.cuenta) }
}
