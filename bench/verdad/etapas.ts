import type pg from 'pg'
import { keepVisitas } from '#server/flujo/ciclos/visitas'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import { createDb } from '#server/platform/db/client'
import { groupBy } from '#server/platform/time/groups'
import { EMPRESA } from '../planta'
import type { Visita } from './visitas'

/** A visit of a stage, in seconds of the recording; a visit that its beginning or end cuts off has no known length. */
export type DeEtapa = { etapa: string; desde: number; hasta: number }

/** Stays by tag; the zone of each by number. */
export type Estancias = ReadonlyMap<number, readonly Visita[]>

const ZONA = 'Europe/Madrid'
/** Begin of recordings: far enough in the past for all stays to be over. */
const INICIO_S = Date.UTC(2026, 0, 5, 5) / 1000

/** Create a loop of the stages that zones belong to, each zone with its reader. */
async function seedCiclo(pool: pg.Pool, zonas: readonly string[], etapaOf: (zona: string) => string) {
  await ensureEmpresa(createDb(pool), EMPRESA, 'Banco de pruebas')
  await pool.query(
    `with u as (insert into ubicacion (empresa_id, nombre, grupo) select $1, z, 'llenos' from unnest($2::text[]) z returning id, nombre),
      l as (insert into dispositivo (empresa_id, mac, tipo, ubicacion_id)
        select $1, 'C30000' || lpad(to_hex(id), 6, '0'), 'Reader', id from u),
      c as (insert into ciclo (empresa_id, nombre) values ($1, 'General') returning id),
      e as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase, ancla)
        select $1, c.id, x.e, row_number() over (order by x.e), 'servicio', row_number() over (order by x.e) = 1
        from c, (select distinct e from unnest($3::text[]) e) x returning id, ciclo_id, nombre)
     insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id)
     select $1, e.ciclo_id, e.id, u.id from unnest($2::text[], $3::text[]) as x (z, e) join u on u.nombre = x.z join e on e.nombre = x.e`,
    [EMPRESA, zonas, zonas.map(etapaOf)],
  )
}

/**
 * The product's stage visits computed from some stays, by tag.
 * @param pool an empty migrated database
 */
export async function makeVisitas(
  pool: pg.Pool,
  zonas: readonly string[],
  etapaOf: (zona: string) => string,
  estancias: Estancias,
): Promise<Map<number, DeEtapa[]>> {
  await seedCiclo(pool, zonas, etapaOf)
  const filas = [...estancias].flatMap(([tag, suyas]) =>
    suyas.map((v) => ({ tag, zona: zonas[v.zona], desde: v.desde, hasta: v.hasta })),
  )
  await pool.query(
    `with d as (insert into dispositivo (empresa_id, mac, apodo, tipo)
       select $1, 'AC233F' || lpad(to_hex(t), 6, '0'), '20014-' || t, 'SmartBle' from unnest($2::int[]) t returning id, apodo)
     insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio)
     select $1, d.id, l.id, u.id, to_timestamp($4 + x.desde), to_timestamp($4 + x.hasta), false
     from json_to_recordset($3::json) as x (tag int, zona text, desde float8, hasta float8)
     join d on d.apodo = '20014-' || x.tag join ubicacion u on u.nombre = x.zona
     join dispositivo l on l.ubicacion_id = u.id and l.tipo = 'Reader'`,
    [EMPRESA, [...estancias.keys()], JSON.stringify(filas), INICIO_S],
  )
  await keepVisitas(createDb(pool), ZONA)
  const { rows } = await pool.query<DeEtapa & { tag: number }>(
    `select split_part(d.apodo, '-', 2)::int as tag, e.nombre as etapa,
       extract(epoch from v.desde)::float8 - $1 as desde, extract(epoch from v.hasta)::float8 - $1 as hasta
     from visita v join dispositivo d on d.id = v.dispositivo_id join etapa e on e.id = v.etapa_id order by 1, v.desde`,
    [INICIO_S],
  )
  return groupBy(rows, (r) => r.tag)
}

/** Tolerance of both ends of a visit, in seconds. */
const NEAR_S = 5 * 60

export type Cuenta = {
  dichas: number
  ciertas: number
  /** Reported visits mostly in times without a true place (on the road, heard in passing): not counted. */
  fuera: number
  /** True visits with a reported one of the same stage that overlaps more than half of either. */
  halladas: number
  /** Of these, visits with both ends within five minutes. */
  exactas: number
  /** Errors of the length of a stay, in seconds. */
  estancia: number[]
  /** Errors of the length of the way to the next stay, in seconds. */
  paso: number[]
}

const overlap = (a: DeEtapa, b: DeEtapa) => Math.min(a.hasta, b.hasta) - Math.max(a.desde, b.desde)
const dura = (v: DeEtapa) => v.hasta - v.desde

/**
 * Match the reported visits of a tag with the true ones, each at most once.
 * @param fin end of the recording
 */
export function compareVisitas(
  dichas: readonly DeEtapa[],
  ciertas: readonly DeEtapa[],
  fin: number,
  c: Cuenta,
): void {
  c.ciertas += ciertas.length
  const usadas = new Set<DeEtapa>()
  let previa: { cierta: DeEtapa; dicha: DeEtapa } | null = null
  for (const [i, cierta] of ciertas.entries()) {
    const dicha = dichas.find(
      (d) =>
        !usadas.has(d) &&
        d.etapa === cierta.etapa &&
        2 * overlap(d, cierta) > Math.max(dura(d), dura(cierta)),
    )
    if (!dicha) {
      previa = null
      continue
    }
    usadas.add(dicha)
    c.halladas++
    const near = (a: number, b: number) => Math.abs(a - b) <= NEAR_S
    c.exactas += Number(near(dicha.desde, cierta.desde) && near(dicha.hasta, cierta.hasta))
    // The first and the last visit are cut off.
    if (i > 0 && cierta.hasta < fin - NEAR_S) c.estancia.push(Math.abs(dura(dicha) - dura(cierta)))
    if (previa) c.paso.push(Math.abs(dicha.desde - previa.dicha.hasta - (cierta.desde - previa.cierta.hasta)))
    previa = { cierta, dicha }
  }
  for (const d of dichas) {
    const sabido = ciertas.reduce((s, v) => s + Math.max(0, overlap(d, v)), 0)
    if (usadas.has(d) || 2 * sabido >= dura(d)) c.dichas++
    else c.fuera++
  }
}
