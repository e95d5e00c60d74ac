import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  buildLineas,
  type Escaneo,
  type LineaRecuento,
  type Situado,
  sumLineas,
} from '#contract/cuentas/recuentos/reglas-values'
import { createRandom, type Random } from '../random'

const LUGARES = ['Almacén Lleno', 'Almacén Vacío', 'Control de Calidad'] as const
const SEMANAS = 6
const WEEK_MS = 7 * 86_400_000
/** Time for a person to find, scan and walk on, ms. */
const POR_ESCANEO_MS = 9_000
const EMPRESA = 1

/** Shares of the containers that readers have at a place: missing, and additional. */
const FALTAN = 0.02
const SOBRAN = 0.015
const REPETIDOS = 0.03

type Contenedor = Situado & { id: number }

/** Code of an unregistered label in count `k`. */
const desconocido = (k: number) => `EXT-${7100 + k}`

/** The scans of two people: most of the expected containers, some others, and a label of another company. */
function scanAll(all: Contenedor[], desde: number, k: number, random: Random): Escaneo[] {
  const esperados = all.filter((c) => c.esperado).length
  const sobra = (SOBRAN * esperados) / Math.max(1, all.length - esperados)
  const there = all.filter((c) => (c.esperado ? !random.chance(FALTAN) : random.chance(sobra)))
  const codes = there.flatMap((c) => (random.chance(REPETIDOS) ? [c, c] : [c]))
  const scans = codes.map((c, i) => ({
    mac: c.mac as string | null,
    codigo: c.apodo ?? c.mac,
    persona: i % 2 ? 'Ane Administradora' : 'Oier Operario',
  }))
  if (k % 2 === 0) scans.push({ mac: null, codigo: desconocido(k), persona: 'Oier Operario' })
  return scans.map((s, i) => ({
    ...s,
    id: randomUUID(),
    momento: desde + i * POR_ESCANEO_MS,
    donde: null,
    anula: null,
    foto: false,
  }))
}

/** Where the readers had the company's containers at that time. */
async function listThen(c: pg.PoolClient, lugar: string, then: Date): Promise<Contenedor[]> {
  const { rows } = await c.query<{ id: number; mac: string; apodo: string | null; lugar: string }>(
    `select d.id, d.mac, d.apodo, u.nombre as lugar from estancia e
     join dispositivo d on d.id = e.dispositivo_id join dispositivo l on l.id = e.lector_id
     join ubicacion u on u.id = coalesce(e.ubicacion_id, l.ubicacion_id)
     where e.empresa_id = $1 and e.desde <= $2 and e.hasta > $2 order by d.id`,
    [EMPRESA, then],
  )
  return rows.map((r) => ({ ...r, oido: true, esperado: r.lugar === lugar }))
}

type Hecho = { lugar: string; desde: number; hasta: number; all: Contenedor[]; scans: Escaneo[] }

async function insertRecuento(c: pg.PoolClient, h: Hecho, lineas: LineaRecuento[]): Promise<void> {
  const esperados = h.all.filter((x) => x.esperado)
  const {
    rows: [r],
  } = await c.query<{ id: number }>(
    `insert into recuento (empresa_id, ubicacion_id, lugar, esperados, abierto, abrio_id, abrio, cerrado, cerro_id, cerro, cifras)
     select $1, u.id, u.nombre, $3, $4, o.id, o.nombre, $5, o.id, o.nombre, $6 from ubicacion u, usuario o
     where u.empresa_id = $1 and u.nombre = $2 and o.username_clave = 'operario' returning id`,
    [
      EMPRESA,
      h.lugar,
      esperados.length,
      new Date(h.desde),
      new Date(h.hasta),
      sumLineas(lineas, esperados.length),
    ],
  )
  await c.query(
    `insert into recuento_esperado (recuento_id, dispositivo_id, lugar, oido)
     select $1, id, lugar, true from json_to_recordset($2::json) as x(id bigint, lugar text)`,
    [r?.id, JSON.stringify(esperados)],
  )
  await c.query(
    `insert into recuento_escaneo (recuento_id, id, dispositivo_id, codigo, momento, recibido, persona_id, persona, aparato, modo)
     select $1, x.id, d.id, x.codigo, x.momento, x.momento, u.id, u.nombre, md5(u.nombre)::uuid, 'camara'
     from json_to_recordset($2::json) as x(id uuid, mac text, codigo text, momento timestamptz, persona text)
     left join dispositivo d on d.mac = x.mac join usuario u on u.nombre = x.persona`,
    [r?.id, JSON.stringify(h.scans.map((s) => ({ ...s, momento: new Date(s.momento) })))],
  )
  await c.query(
    `insert into recuento_linea (recuento_id, n, mac, apodo, codigo, resultado, lugar, veces, primero, personas, acuerda)
     select $1, row_number() over (), mac, apodo, codigo, resultado, lugar, veces, primero, personas, acuerda
     from json_to_recordset($2::json) as x(mac text, apodo text, codigo text, resultado text, lugar text, veces int,
       primero timestamptz, personas text[], acuerda boolean)`,
    [
      r?.id,
      JSON.stringify(lineas.map((l) => ({ ...l, primero: l.primero === null ? null : new Date(l.primero) }))),
    ],
  )
}

/**
 * Counts of three places, one a week: expected is what the readers had there, with the differences that are made here.
 * @param now when the database is filled, Unix ms
 */
export async function seedRecuentos(c: pg.PoolClient, now: number): Promise<void> {
  const random = createRandom(3117)
  for (let k = SEMANAS; k >= 1; k--)
    for (const [i, lugar] of LUGARES.entries()) {
      const desde = now - k * WEEK_MS + i * 3_600_000
      const all = await listThen(c, lugar, new Date(desde))
      const scans = scanAll(all, desde, k + i, random)
      const hasta = desde + (scans.length + 10) * POR_ESCANEO_MS
      const lineas = buildLineas({ lugar, familia: null, tercero: null }, all, scans, new Map())
      await insertRecuento(c, { lugar, desde, hasta, all, scans }, lineas)
    }
}
