// npm run bench -- ciclo [--eventos=10000000] [--etiquetas=100000] [--base=embedded,outside]: the loop of 100,000 containers: recompute its
// visits, measure it and show it.

import { sql } from 'kysely'
import { measureCiclos } from '#server/flujo/ciclos/medida'
import { countAtascados } from '#server/flujo/ciclos/repo-list'
import { keepVisitas } from '#server/flujo/ciclos/visitas'
import { cuentasOf } from '#server/flujo/ciclos/vivas/repo-counts'
import { createDb, createPool, type Db } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { seedFleet, TAGS } from '../flota'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { EMPRESA } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import { seedEventos, ZONA } from '../siembra'
import type { Place } from '../sitios'
import { CALLADO, OLVIDADO, seedCiclo } from './ciclo-siembra'

const P95_MS = 50
const RAZON = 2
const REHECHAS_S = 60
const VECES = 40
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const LECTORES = 1000
const seconds = async (work: () => Promise<unknown>) => {
  const t0 = performance.now()
  await work()
  return (performance.now() - t0) / 1000
}

async function openPlanta(place: Place, limites: Limites) {
  const filas: string[][] = []
  const usuario = await openSembradaCon(place, async (db, pool) => {
    await seedFleet(db, pool)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const first = rows[0] as { lector: number; tag: number }
    if (EVENTOS) await seedEventos(pool, EVENTOS, first, { tags: TAGS, lectores: LECTORES })
    await seedCiclo(pool)
    const rehechas = await seconds(() => keepVisitas(db, ZONA))
    const { rows: n } = await pool.query<{ n: number }>('select count(*)::int as n from visita')
    filas.push([
      `${n0(n[0]?.n ?? 0)} visits made anew`,
      `${rehechas.toFixed(0)} s`,
      limites.check(`visits made anew in ${REHECHAS_S} s (${place.nombre})`, rehechas < REHECHAS_S),
    ])
    await pool.query('vacuum analyze visita')
    const again = async (que: string, change: string) => {
      await pool.query(change, [EMPRESA])
      filas.push([que, `${(await seconds(() => keepVisitas(db, ZONA))).toFixed(0)} s`, ''])
    }
    await again(
      'again, where nothing differs',
      "insert into visita_pendiente (empresa_id, desde) values ($1, '-infinity')",
    )
    await again(
      'again, where the calendar changes all of them',
      `update calendario set semana = jsonb_set(semana, '{5}', '[{"desde": "06:00", "hasta": "14:00"}]') where empresa_id = $1`,
    )
    await pool.query('vacuum analyze visita')
    filas.push([
      'a minute in which nothing changed',
      `${(await seconds(() => keepVisitas(db, ZONA))).toFixed(1)} s`,
      '',
    ])
    filas.push(['all measured', `${(await seconds(() => measureCiclos(db, ZONA))).toFixed(0)} s`, ''])
    await pool.query('vacuum analyze')
  })
  printTabla(`Visits, ${place.nombre} PostgreSQL (load ${load()})`, ['', 'time', ''], filas)
  return usuario
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openPlanta(place, limites)
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  const db: Db = createDb(pool)
  try {
    const cookie = await enter(retorna.url, usuario)
    const get = async (ruta: string) => {
      const res = await fetch(retorna.url + ruta, { headers: { cookie } })
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
      return res.json()
    }
    const { ciclo } = (await get('/api/ciclo')) as {
      ciclo: { id: number; etapas: { dentro: number; atascados: number }[] }
    }
    const donde = { empresa: EMPRESA, ciclo: ciclo.id, etapa: null, familia: null }
    const bare = sql`with ${cuentasOf(donde)} select * from contados full join pasan using (etapa_id)`
    const sum = (field: 'dentro' | 'atascados') => ciclo.etapas.reduce((n, e) => n + e[field], 0)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select row_number() over (order by id) as i from dispositivo where tipo <> 'Reader') d
      where ${sql.raw(OLVIDADO)} and not ${sql.raw(CALLADO)}`.execute(db)
    const olvidados = rows[0]?.n ?? 0
    const vistos = sum('atascados')
    process.stdout.write(
      `  ${n0(sum('dentro'))} in the loop, ${n0(vistos)} of them stuck, where ${n0(olvidados)} were left: ${limites.check(
        `as many stuck as were left, or some more (${place.nombre})`,
        vistos >= olvidados && vistos < 2 * olvidados,
      )}\n`,
    )
    const api = await timesOf(VECES, () => get('/api/ciclo'))
    const base = await timesOf(VECES, () => bare.execute(db))
    const familia = await timesOf(VECES, () => get('/api/ciclo?familia=20001'))
    const atascados = await timesOf(VECES, () => get('/api/ciclo/lista?que=atascados'))
    const cuenta = await timesOf(VECES, () => countAtascados(db, EMPRESA))
    const razon = Math.min(...api) / Math.min(...base)
    const p95 = percentile(api, 0.95)
    const row = (que: string, t: number[], mas: string[] = []) => [
      que,
      ms(percentile(t, 0.5)),
      ms(percentile(t, 0.95)),
      ...mas,
    ]
    printTabla(
      `The loop of ${n0(TAGS)} containers and ${n0(EVENTOS)} events, ${place.nombre} PostgreSQL (load ${load()})`,
      ['', 'p50', 'p95', 'limit / p95', 'API / SQL'],
      [
        row('/api/ciclo', api, [
          `${(P95_MS / p95).toFixed(1)} ${limites.check(`/api/ciclo: p95 under ${P95_MS} ms (${place.nombre})`, p95 < P95_MS)}`,
          `${razon.toFixed(2)} ${limites.check(`/api/ciclo: at most ${RAZON} times its SQL (${place.nombre})`, razon <= RAZON)}`,
        ]),
        row('its bare query', base),
        row('of a family', familia),
        row('what is stuck, a page', atascados),
        row('how many are stuck', cuenta),
      ],
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Loop', [(place, _base, limites) => measurePlace(place, limites)])
