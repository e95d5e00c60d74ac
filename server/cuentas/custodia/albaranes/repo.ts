import { sql } from 'kysely'
import { normalizeMacSerie } from '#contract/values/comunes'
import type { Db } from '../../../platform/db/client'
import type { FilaTercero } from '../repo-terceros'

/** The partners of a company, each with its number of places. */
export async function listDeEmpresa(tx: Db, empresa: number): Promise<FilaTercero[]> {
  const { rows } = await sql<FilaTercero>`
    select t.id, t.empresa_id as empresa, t.nombre,
      (select count(*)::int from tercero_lugar l where l.tercero_id = t.id) as lugares
    from tercero t where t.empresa_id = ${empresa} order by t.id`.execute(tx)
  return rows
}

export type Contenedor = { id: number; nombre: string; familia: string }

/** Containers of a company by nickname, mac or serial number. Names that match nothing are left out. */
export async function findNombrados(
  tx: Db,
  empresa: number,
  nombres: readonly string[],
): Promise<Map<string, Contenedor>> {
  const { rows } = await sql<Contenedor & { pedido: string }>`
    select x.pedido, d.id, coalesce(d.apodo, d.mac) as nombre, coalesce(d.familia, '') as familia
    from unnest(${nombres as string[]}::text[], ${nombres.map(normalizeMacSerie)}::text[]) as x(pedido, mac)
    join dispositivo d on d.id = coalesce(
      (select id from dispositivo where mac = x.mac and empresa_id = ${empresa} and eliminado is null),
      (select id from dispositivo where lower(apodo) = lower(x.pedido) and empresa_id = ${empresa} and eliminado is null))
    where d.tipo <> 'Reader'`.execute(tx)
  return new Map(rows.map(({ pedido, ...c }) => [pedido, c]))
}

export type Anotada = {
  documento: string
  tercero: number
  clase: 'enviado' | 'devuelto'
  momento: Date
  familia: string
  cantidad: number
  dispositivo: number | null
}

/** Entries of the book with these delivery note numbers, ignoring case; entries that were taken back are left out. */
export async function listAnotadas(
  tx: Db,
  empresa: number,
  documentos: readonly string[],
): Promise<Anotada[]> {
  const { rows } = await sql<Anotada>`
    select m.documento, coalesce(m.a_id, m.de_id) as tercero, case when m.a_id is null then 'devuelto' else 'enviado' end as clase,
      m.momento, m.familia, m.cantidad, m.dispositivo_id as dispositivo
    from movimiento m
    where m.empresa_id = ${empresa} and lower(m.documento) = any(array(select lower(x) from unnest(${documentos as string[]}::text[]) x))
      and m.clase = 'albaran' and not exists (select from movimiento x where x.anula = m.id)
    order by m.id`.execute(tx)
  return rows
}
