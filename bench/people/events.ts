// npm run bench -- events [--eventos=10000000] [--base=embedded,outside] [--solo=<text in the name of a filter>]
import { performance } from 'node:perf_hooks'
import { getPage, resolveFilter } from '#server/oir/eventos/service'
import { createDb, createPool, type Db } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla, suma, timesOf } from '../medidas'
import { EMPRESA, LECTORES, TAGS } from '../planta'
import { enter, openSembrada } from '../sembrada'
import { ZONA } from '../siembra'
import type { Place } from '../sitios'
import {
  type Combinacion,
  combinaciones,
  countExacto,
  profundas,
  profundasPorApodo,
  queryOf,
} from './filtros'

const P95_MS = 20
const PROFUNDA_MS = 30
const RAZON = 2
const VECES = 5
const EVENTOS = { embedded: 1_000_000, outside: 10_000_000 } as const
const SAMPLE_LENTAS = 8
/** With more events than this only every 24th total is verified: one count reads all events. */
const ALL_UP_TO = 10_000_000
const UNO_DE = 24

const solo = optionOf('solo') ?? ''

/** Durations of the calls, in ms. */
type Medida = Combinacion & { api: number[]; sql: number[]; total: number }

/** Other load on the machine only adds to a duration: two variants are compared by their fastest runs. */
const sumaMenores = (medidas: number[][]) => suma(medidas.map((m) => Math.min(...m)))

async function measure(c: Combinacion, db: Db, url: string, cookie: string): Promise<Medida> {
  const query = `${queryOf(c.filtros)}&page=${c.pagina}&per_page=20`
  let total = -1
  const api = await timesOf(VECES, async () => {
    const res = await fetch(`${url}/api/get_table_data?${query}`, { headers: { cookie } })
    if (!res.ok) throw new Error(`${query}: ${res.status} ${await res.text()}`)
    total = ((await res.json()) as { total: number }).total
  })
  const bare = await timesOf(VECES, async () => {
    const f = await resolveFilter(db, c.filtros, EMPRESA, ZONA)
    await getPage(db, f, c.pagina, 20, ZONA)
  })
  return { ...c, api, sql: bare, total }
}

const median = (v: number[]) => percentile(v, 0.5)

function report(
  que: string,
  medidas: Medida[],
  limite: number | null,
  nombre: string,
  limites: Limites,
): string[] {
  const api = medidas.flatMap((m) => m.api)
  const p95 = percentile(api, 0.95)
  const razon = sumaMenores(medidas.map((m) => m.api)) / sumaMenores(medidas.map((m) => m.sql))
  const vale =
    limite === null ? '' : limites.check(`${que}: p95 under ${limite} ms (${nombre})`, p95 < limite)
  const valeRazon = limites.check(`${que}: at most ${RAZON} times its SQL (${nombre})`, razon <= RAZON)
  return [
    `${que} (${medidas.length})`,
    ms(percentile(api, 0.5)),
    ms(p95),
    ms(Math.max(...api)),
    limite === null ? 'no limit' : `${(limite / p95).toFixed(1)} ${vale}`,
    `${razon.toFixed(2)} ${valeRazon}`,
  ]
}

async function measurePlace(place: Place, eventos: number, limites: Limites): Promise<void> {
  const t0 = performance.now()
  const usuario = await openSembrada(place, eventos)
  process.stdout.write(
    `\n${place.nombre}: ${n0(eventos)} events of ${n0(TAGS)} tags and ${LECTORES} readers loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`,
  )
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  const db = createDb(pool)
  try {
    const cookie = await enter(retorna.url, usuario)
    const now = new Date()
    const wanted = (c: Combinacion) => c.nombre.includes(solo)
    const normales: Medida[] = []
    for (const c of combinaciones(now).filter(wanted))
      normales.push(await measure(c, db, retorna.url, cookie))
    const hondas: Medida[] = []
    for (const c of profundas(eventos).filter(wanted)) hondas.push(await measure(c, db, retorna.url, cookie))
    const apodos: Medida[] = []
    for (const c of profundasPorApodo(eventos).filter(wanted))
      apodos.push(await measure(c, db, retorna.url, cookie))
    const rows: string[][] = []
    for (const [que, medidas, limite] of [
      ['first pages', normales, P95_MS],
      ['deep pages', hondas, PROFUNDA_MS],
      ['deep pages of many nicknames', apodos, null],
    ] as const)
      if (medidas.length) rows.push(report(que, medidas, limite, place.nombre, limites))
    printTabla(
      `Event pages, ${place.nombre} PostgreSQL (load ${load()}; limits: p95 < ${P95_MS} ms, deep < ${PROFUNDA_MS} ms, at most ${RAZON} times the SQL)`,
      ['', 'p50', 'p95', 'worst', 'limit / p95', 'API / SQL'],
      rows,
    )
    const lentas = [...normales, ...hondas, ...apodos]
      .sort((a, b) => median(b.api) - median(a.api))
      .slice(0, SAMPLE_LENTAS)
    printTabla(
      'Slowest',
      ['', 'API', 'SQL', 'total'],
      lentas.map((m) => [m.nombre, ms(median(m.api)), ms(median(m.sql)), n0(m.total)]),
    )
    let malos = 0
    const t1 = performance.now()
    const contadas = normales.filter((_, i) => eventos <= ALL_UP_TO || i % UNO_DE === 0)
    for (const m of contadas) {
      const f = await resolveFilter(db, m.filtros, EMPRESA, ZONA)
      const exacto = await countExacto(db, f)
      if (exacto === m.total) continue
      malos++
      process.stdout.write(`WRONG TOTAL ${m.nombre}: ${m.total}, count(*) ${exacto}\n`)
    }
    limites.check(`totals equal to count(*) (${place.nombre})`, malos === 0)
    process.stdout.write(
      `  ${contadas.length} totals checked against count(*) in ${Math.round((performance.now() - t1) / 1000)} s: ${malos} wrong\n`,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Events', [
  (place, base, limites) => measurePlace(place, Number(optionOf('eventos') ?? EVENTOS[base]), limites),
])
