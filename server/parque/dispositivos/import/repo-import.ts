import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client'
import type { Row } from '../repo'

export type Previous = {
  mac: string
  empresa: number
  tipo: Row['tipo']
  apodo: string | null
  activado: boolean
  etiqueta: string | null
  lat: number | null
  lon: number | null
}

/** A device with all fields to be written. */
export type Alta = Omit<Previous, 'empresa'>

/** Devices of any company by mac; with `paraCambiar` they are locked until the transaction ends. */
export async function listPrevious(db: Db, macs: string[], paraCambiar: boolean): Promise<Previous[]> {
  const { rows } = await sql<Previous>`
    select mac, empresa_id as empresa, tipo, apodo, activado, etiqueta, lat, lon from dispositivo
    where eliminado is null and mac = any(${macs}::text[])
    ${paraCambiar ? sql`for no key update` : sql``}`.execute(db)
  return rows
}

/** The devices of the company that have these nicknames. */
export async function listDuenos(db: Db, empresa: number, apodos: string[]) {
  const { rows } = await sql<{ apodo: string; mac: string }>`
    select x.apodo, d.mac from unnest(${apodos}::text[]) x(apodo)
    join dispositivo d on d.empresa_id = ${empresa} and lower(d.apodo) = lower(x.apodo) and d.eliminado is null
  `.execute(db)
  return rows
}

/** Clears the nicknames of devices that are about to get others. */
export async function freeApodos(tx: Db, empresa: number, macs: string[]): Promise<void> {
  await sql`update dispositivo set apodo = null
    where eliminado is null and empresa_id = ${empresa} and mac = any(${macs}::text[])`.execute(tx)
}

/**
 * Inserts devices, or updates the ones with these macs.
 * @returns how many were written: a mac that another company registered meanwhile is not
 */
export async function saveAltas(tx: Db, empresa: number, altas: Alta[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with escrito as (
      insert into dispositivo as d (empresa_id, mac, apodo, tipo, activado, etiqueta, lat, lon)
      select ${empresa}, mac, apodo, tipo, activado, etiqueta, lat, lon
      from json_to_recordset(${JSON.stringify(altas)}::json) as x(
        mac text, apodo text, tipo text, activado boolean, etiqueta text, lat float8, lon float8)
      on conflict (mac) where eliminado is null do update set
        apodo = excluded.apodo, tipo = excluded.tipo, activado = excluded.activado, etiqueta = excluded.etiqueta,
        lat = excluded.lat, lon = excluded.lon
      where d.empresa_id = ${empresa}
      returning id
    )
    select count(*)::int as n from escrito`.execute(tx)
  return rows[0]?.n ?? 0
}
