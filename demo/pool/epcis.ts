import type pg from 'pg'
import { MESES_EPCIS, MINUTOS_REPOSO, type Paso, UMBRAL_EPCIS } from '#contract/operacion/epcis/values'

const EMPRESA = 1
/** Days of the past that are published: enough to look at, and few enough to be published while the first pages are read. */
const DIAS = 3
const PREFIJO = '8412345'
const GLN = '8412345000010'
const PASOS: Record<string, Paso> = { 'Descarga Llenos': 'receiving', Reparación: 'repairing' }

/**
 * Makes the first company publish in EPCIS 2.0: each family has an asset type, and some places have business steps for receiving and
 * repairing. Retorna's own job makes the events.
 * @param base base of our own URIs
 */
export async function seedEpcis(c: pg.PoolClient, now: number, zona: string, base: string): Promise<void> {
  await c.query(
    `insert into epcis_ajuste (empresa_id, activo, desde, umbral, minutos_reposo, meses, prefijo, gln, base, familias, lugares)
     values ($1, true, date_trunc('day', $2::timestamptz - make_interval(days => $3), $4), $5, $6, $7, $8, $9, $10,
       (select jsonb_object_agg(familia, lpad(n::text, 5, '0')) from (
          select familia, row_number() over (order by familia) as n from dispositivo
          where empresa_id = $1 and tipo <> 'Reader' and familia is not null group by 1) f),
       (select coalesce(jsonb_agg(jsonb_build_object('ubicacion', id, 'gln', null, 'extension', null, 'paso', $11::jsonb ->> nombre)), '[]')
          from ubicacion where empresa_id = $1 and $11::jsonb ? nombre))`,
    [
      EMPRESA,
      new Date(now),
      DIAS,
      zona,
      UMBRAL_EPCIS,
      MINUTOS_REPOSO.inicial,
      MESES_EPCIS.inicial,
      PREFIJO,
      GLN,
      base,
      JSON.stringify(PASOS),
    ],
  )
  await c.query(
    `insert into epcis_pendiente (empresa_id, dispositivo_id, desde)
     select d.empresa_id, d.id, a.desde from dispositivo d join epcis_ajuste a using (empresa_id) where d.tipo <> 'Reader'`,
  )
}
