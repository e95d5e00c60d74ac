import type pg from 'pg'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import type { Db } from '#server/platform/db/client'
import { optionOf } from './bases'
import { EMPRESA, macDeLector, macDeTag } from './planta'

/** `--etiquetas=` for a quick run; the limits are for all tags. */
export const TAGS = Number(optionOf('etiquetas') ?? 100_000)
const PLANTAS = 20
const LECTORES_DE_PLANTA = 50
export const LECTORES_FLOTA = PLANTAS * LECTORES_DE_PLANTA
const POR_FILA = 10
/** Distance between two readers of a plant, in degrees. */
const PASO = 0.0005
/** Share of tags that report their own position. */
const CON_GPS = 0.03

export type Limites = { minlat: number; minlon: number; maxlat: number; maxlon: number }
export const MUNDO: Limites = { minlat: -85, minlon: -180, maxlat: 85, maxlon: 180 }

const esquina = (planta: number) => ({ lat: 40 + (planta % 5) * 0.7, lon: -4 + Math.floor(planta / 5) * 1.1 })
const placeOf = (lector: number) => {
  const { lat, lon } = esquina(Math.floor(lector / LECTORES_DE_PLANTA))
  const i = lector % LECTORES_DE_PLANTA
  return { lat: lat + Math.floor(i / POR_FILA) * PASO, lon: lon + (i % POR_FILA) * PASO }
}

/** Map bounds with 10 of the 50 readers of a plant, which hear 1 % of the fleet. */
export function vistaOf(planta: number): Limites {
  const { lat, lon } = esquina(planta)
  const row = planta % 5
  return {
    minlat: lat + (row - 0.5) * PASO,
    maxlat: lat + (row + 0.5) * PASO,
    minlon: lon - PASO,
    maxlon: lon + POR_FILA * PASO,
  }
}

/** 20 plants with 50 readers each, and 100,000 tags, each with its last state; a few tags report their own position. */
export async function seedFleet(db: Db, pool: pg.Pool, tags = TAGS): Promise<void> {
  await ensureEmpresa(db, EMPRESA, 'Banco de pruebas')
  const lectores = Array.from({ length: LECTORES_FLOTA }, (_, i) => ({ mac: macDeLector(i), ...placeOf(i) }))
  await pool.query(
    `insert into ubicacion (empresa_id, nombre, grupo)
     select $1, 'Nave ' || p || '-' || n, 'llenos' from generate_series(0, ${PLANTAS - 1}) p, generate_series(0, 4) n`,
    [EMPRESA],
  )
  const { rows } = await pool.query<{ primero: number }>(
    `with l as (
       insert into dispositivo (empresa_id, mac, apodo, tipo, lat, lon, ubicacion_id)
       select $1, mac, 'LEC-' || i, 'Reader', lat, lon,
         (select id from ubicacion where nombre = 'Nave ' || (i - 1) / 50 || '-' || (i - 1) % 50 / 10)
       from rows from (json_to_recordset($2) as (mac text, lat float8, lon float8)) with ordinality as r(mac, lat, lon, i)
       order by i returning id
     ) select min(id)::int as primero from l`,
    [EMPRESA, JSON.stringify(lectores)],
  )
  await pool.query(
    `insert into dispositivo (empresa_id, mac, apodo, tipo)
     select $1, mac, 20000 + i % 60 || '-' || i, 'SmartBle' from unnest($2::text[]) with ordinality as m(mac, i)`,
    [EMPRESA, Array.from({ length: tags }, (_, i) => macDeTag(i))],
  )
  await pool.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado,
       estado_desde, bateria, temperatura, rssi, lat, lon, valor)
     select id, $1, now() - make_interval(mins => (i * 7919 % 6000)::int), $2 + i % ${LECTORES_FLOTA}, now(), case when i % 50 = 0 then 2 when i % 6 = 0 then 1 else 0 end,
       now(), (i * 31 % 1000) / 10.0, 20, -60, case when gps then 40 + i % 3000 / 1000.0 end,
       case when gps then -4 + i % 4000 / 1000.0 end, '{"rssi": -60, "humedad": 55.5}'
     from (select id, row_number() over (order by id) as i, (id * 7 % 100) < ${CON_GPS * 100} as gps
       from dispositivo where tipo <> 'Reader') d`,
    [EMPRESA, rows[0]?.primero],
  )
  await pool.query(
    `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde)
     select id, $1, now(), now() from dispositivo where tipo = 'Reader'`,
    [EMPRESA],
  )
  await pool.query('vacuum analyze')
}
