import type pg from 'pg'
import { learnChances } from '#server/cuentas/perdidas/chances/learn'
import { walkList } from '#server/cuentas/perdidas/repo'
import { keepPerdidas } from '#server/cuentas/perdidas/service'
import { ensureEmpresa } from '#server/personas/usuarios/repo'
import { createDb } from '#server/platform/db/client'
import { ageOn, lognormal, type Silence, simulateSilences } from '#server/testing/scenarios/silences'
import { createRandom } from '../medidas'
import { ZONA } from '../siembra'
import { type Band, createBands, learnTruth, type PlantaSilencios } from './vuelve'

const DAY = 86_400_000
/** Days of silences that are in the database: the product learns from two years. */
const DAYS = 700

/** A plant whose silences are stays and last readings in a database: enough of them that those of one moment fill several bands. */
export const PLANTA_GUARDADA: PlantaSilencios = {
  nombre: 'late returns, by the jobs on a database',
  etapas: [
    [lognormal(0.9, 6, 0.8), 6000],
    [lognormal(0.6, 25, 0.6), 4000],
  ],
}

type Callado = Silence & { mac: string; etapa: number }

/** Write the company, a place with a reader for each stage, and what readers heard: a container for each silence. */
async function seed(pool: pg.Pool, empresa: number, etapas: number, all: readonly Callado[], ahora: number) {
  await ensureEmpresa(createDb(pool), empresa, `Banco ${empresa}`)
  await pool.query(
    `with c as (insert into ciclo (empresa_id, nombre) values ($1, 'Banco') returning id),
       u as (insert into ubicacion (empresa_id, nombre) select $1, 'E' || n from generate_series(0, $2::int - 1) n returning id, nombre),
       e as (insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) select $1, c.id, u.nombre, row_number() over (order by u.nombre), 'vacios'
         from c, u returning id, ciclo_id, nombre),
       l as (insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id) select $1, e.ciclo_id, e.id, u.id from e join u using (nombre))
     insert into dispositivo (empresa_id, mac, tipo, ubicacion_id) select $1, 'C3FE00' || lpad(to_hex(id), 6, '0'), 'Reader', id from u`,
    [empresa, etapas],
  )
  const at = (day: number) => ahora + (day - DAYS) * DAY
  const filas = all.map((s) => {
    const back = s.begins + s.lasts / 1440
    return { mac: s.mac, etapa: `E${s.etapa}`, calla: at(s.begins), vuelve: back <= DAYS ? at(back) : null }
  })
  await pool.query(
    `with x as (select * from json_to_recordset($2::json) as x(mac text, etapa text, calla float8, vuelve float8)),
       d as (insert into dispositivo (empresa_id, mac, apodo, tipo, creado)
         select $1, mac, 'B-' || mac, 'SmartBle', now() - interval '900 days' from x returning id, mac),
       y as (select d.id, l.id as lector, x.*, to_timestamp(x.calla / 1000) as fin from x join d using (mac)
         join ubicacion u on u.empresa_id = $1 and u.nombre = x.etapa join dispositivo l on l.tipo = 'Reader' and l.ubicacion_id = u.id),
       e as (insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, silencio)
         select $1, id, lector, fin - interval '1 day', fin, true from y where vuelve is not null)
     insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde)
     select id, $1, case when vuelve is null then fin else now() end, fin, lector, coalesce(to_timestamp(vuelve / 1000), fin - interval '1 day') from y`,
    [empresa, JSON.stringify(filas)],
  )
}

/**
 * Put silences into a database, let the jobs learn from them, and compare the chance of return in the product's list of each container that
 * is silent now with the true one.
 * @param empresa a company used for nothing else
 */
export async function judgeGuardado(
  pool: pg.Pool,
  { etapas }: PlantaSilencios,
  semilla: number,
  empresa: number,
): Promise<{ bands: Band[]; callados: number; sinEstimar: number }> {
  const db = createDb(pool)
  const random = createRandom(semilla)
  const ahora = Date.now()
  const all = etapas.flatMap(([stage, n], etapa) =>
    simulateSilences(stage, n, DAYS, random).map(
      (s, i): Callado => ({
        ...s,
        etapa,
        mac: `AE${empresa.toString(16).padStart(2, '0')}0${etapa}${i.toString(16).padStart(6, '0')}`.toUpperCase(),
      }),
    ),
  )
  await seed(pool, empresa, etapas.length, all, ahora)
  await learnChances(db, ZONA, true)
  await keepPerdidas(db, ZONA)
  const truths = etapas.map(([stage]) => learnTruth(stage, semilla))
  const deMac = new Map(all.map((s) => [s.mac, s]))
  const bands = createBands()
  let [callados, sinEstimar] = [0, 0]
  const todos = { empresa, familia: null, peldano: null, lugar: null, de: null, search: null, zona: ZONA }
  for await (const page of walkList(db, { ...todos, orden: 'desde', sentido: 'asc' }).filas)
    for (const f of page) {
      const s = deMac.get(f.mac) as Callado
      const really = truths[s.etapa]?.(ageOn(s, DAYS) ?? 0)
      callados++
      if (f.vuelve && really !== undefined) bands.add(s, f.vuelve.p, really)
      else sinEstimar++
    }
  return { bands: bands.list(), callados, sinEstimar }
}
