// npm run bench -- tamano [--tamanos=20000,100000,1000000]: how the answers grow with the number of containers, from the start on.

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool, type Db } from '#server/platform/db/client'
import { optionOf } from '../bases'
import { MUNDO, seedFleet, vistaOf } from '../flota'
import { startRetorna } from '../ingest/carga'
import { createLimites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { EMPRESA } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import { createPlace } from '../sitios'

const SIZES = (optionOf('tamanos') ?? '20000,100000').split(',').map(Number)
/** Most that each row may grow from the second largest size to the largest one, which is ten times that. */
const GROWTH = 11
/** Limits in ms of the first call of the map, by the number of containers. */
const FIRST_MS = new Map([
  [100_000, 2000],
  [1_000_000, 5000],
])
const MEMORY_MB = 1200
/** Any page of the inventory takes at most this many times the first one. */
const OF_FIRST_PAGE = 2
const PER_PAGE = 50
/** Of how many containers one was hit within the last three days. */
const HIT = 15
const VECES = 10
/** Longest time for a round of the work of each minute, in ms. */
const WORK_MS = 20 * 60_000
/** The work of each minute that reads or writes containers. */
const JOBS = ['vigilar', 'hoy', 'visitas', 'pilas'] as const

const ORDERS = ['Apodo', 'UltimoRegistro'] as const
const PAGES = ['first', 'middle', 'last'] as const

type Row = { que: string; value: number; unit: 'ms' | 'MB'; limit?: number }

const queryOf = (values: object) =>
  new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)])).toString()
const VISTA = `/api/mapa_celdas?${queryOf({ ...vistaOf(0), zoom: 17 })}`
const FLEET = `/api/mapa_celdas?${queryOf({ ...MUNDO, zoom: 6 })}`

async function seedSize(db: Db, pool: pg.Pool, size: number): Promise<void> {
  await seedFleet(db, pool, size)
  // The fleet was heard within 100 hours. With the limits of a plant nearly all of it would be silent; so a tenth is, and half of that lost.
  await pool.query('update ajuste set minutos_viejo = 5400, minutos_perdido = 5700 where empresa_id = $1', [
    EMPRESA,
  ])
  await pool.query('alter table incidencia disable trigger user')
  await pool.query(
    `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, impactos, pico_g, accelxmax, accelxmin, accelymax,
       accelymin, accelzmax, accelzmin)
     select $1, d.id, s.lector_id, t, t, 1, 3.5, 3.5, -1.25, 0.5, -0.5, 1.125, 0.75
     from dispositivo d join dispositivo_estado s on s.dispositivo_id = d.id,
       lateral (select now() - make_interval(secs => (d.id * 7919 % 250000)::int) as t) x
     where d.tipo <> 'Reader' and d.id % ${HIT} = 0`,
    [EMPRESA],
  )
  await pool.query('alter table incidencia enable trigger user')
  await pool.query('vacuum analyze')
}

/** Memory of all processes of this database that are no memory of others too, in MB; NaN where the machine does not tell. */
function readDatabaseMb(datadir: string): number {
  try {
    const postmaster = Number(readFileSync(`${datadir}/postmaster.pid`, 'utf8').split('\n')[0])
    const pids = readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false
      if (Number(pid) === postmaster) return true
      try {
        return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
      } catch {
        return false
      }
    })
    const kb = pids.map((pid) =>
      Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
    )
    return kb.reduce((a, b) => a + b, 0) / 1000
  } catch {
    return Number.NaN
  }
}

/** How long each job of a round took, in ms: the round after `done` rounds of this process. */
async function awaitRound(pool: pg.Pool, since: Date, done: number): Promise<Map<string, number>> {
  const t0 = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ name: string; ms: number }>(
      `select name, ms from (
         select name, extract(epoch from completed_on - started_on)::float8 * 1000 as ms,
           row_number() over (partition by name order by started_on) as n
         from jobs.job where state = 'completed' and created_on > $1 and name = any($2)
       ) j where n = $3`,
      [since, JOBS, done + 1],
    )
    if (rows.length === JOBS.length) return new Map(rows.map((r) => [r.name, r.ms]))
    if (performance.now() - t0 > WORK_MS) throw new Error('the work of each minute takes too long')
    await sleep(500)
  }
}

type Child = Awaited<ReturnType<typeof startRetorna>>['hijo']

/** Asks the server for its memory and its event loop each second; the highest values since they were taken last. */
function watchServer(hijo: Child) {
  let most = { memoriaMb: 0, loopMs: 0 }
  let stopped = false
  const look = async () => {
    const { memoriaMb, loopMs } = await hijo.ask<Uso>({ loop: true })
    most = { memoriaMb: Math.max(most.memoriaMb, memoriaMb), loopMs: Math.max(most.loopMs, loopMs) }
  }
  let last = look()
  const watching = (async () => {
    while (!stopped) {
      await last
      await sleep(1000)
      if (!stopped) last = look()
    }
  })()
  return {
    take() {
      const res = most
      most = { memoriaMb: 0, loopMs: 0 }
      return res
    },
    async stop() {
      stopped = true
      await watching
      await last
    },
  }
}

async function measureSize(size: number): Promise<Row[]> {
  const place = await createPlace('embedded')
  if (!place) throw new Error('no database')
  try {
    const t0 = performance.now()
    const usuario = await openSembradaCon(place, (db, pool) => seedSize(db, pool, size))
    process.stdout.write(
      `\n${n0(size)} containers: loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`,
    )
    return await measureServer(place, usuario, size)
  } finally {
    await place.remove()
  }
}

async function measureServer(
  place: Parameters<typeof startRetorna>[0],
  usuario: Parameters<typeof enter>[1],
  size: number,
): Promise<Row[]> {
  const rows: Row[] = []
  const add = (que: string, value: number, unit: Row['unit'] = 'ms', limit?: number) => {
    rows.push({ que, value, unit, ...(limit !== undefined && { limit }) })
    process.stdout.write(`  ${que}: ${unit === 'ms' ? ms(value) : `${n0(value)} MB`} (load ${load()})\n`)
  }
  const t0 = performance.now()
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  const { hijo, url } = retorna
  try {
    while (!(await fetch(`${url}/readyz`)).ok) await sleep(20)
    add('start to ready', performance.now() - t0)
    const { rows: begin } = await pool.query<{ now: Date; dir: string }>(
      "select now() - interval '2 minutes' as now, current_setting('data_directory') as dir",
    )
    const { now: since, dir } = begin[0] as { now: Date; dir: string }
    const cookie = await enter(url, usuario)
    const ask = async (ruta: string) => {
      const res = await fetch(url + ruta, { headers: { cookie } })
      const text = await res.text()
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${text}`)
      return text
    }
    const timeOf = async (ruta: string, veces = VECES) =>
      percentile(await timesOf(veces, () => ask(ruta)), 0.5)

    add('first call of the map: a view of 1 %', await timeOf(VISTA, 1), 'ms', FIRST_MS.get(size))
    const watch = watchServer(hijo)
    add('the same, warm', await timeOf(VISTA))
    add('the whole fleet, warm', await timeOf(FLEET))

    let working = true
    const worst = (async () => {
      let most = 0
      for (; working; await sleep(250)) most = Math.max(most, ...(await timesOf(1, () => ask(VISTA))))
      return most
    })()
    for (const [n, name] of ['first', 'second'].entries()) {
      const round = await awaitRound(pool, since, n)
      for (const job of JOBS) add(`${name} background work: ${job}`, round.get(job) ?? Number.NaN)
      const { loopMs, memoriaMb } = watch.take()
      add(`event loop held at most during it`, loopMs)
      add(`memory of the server during it`, memoriaMb, 'MB', MEMORY_MB)
    }
    working = false
    add('a view of 1 % during background work, worst', await worst)

    await pool.query('vacuum analyze')
    for (const orden of ORDERS) {
      const { total } = JSON.parse(
        await ask(`/api/device_poc_status?page=1&per_page=${PER_PAGE}&orden=${orden}`),
      )
      const last = Math.ceil(total / PER_PAGE)
      const pages = { first: 1, middle: Math.ceil(last / 2), last }
      const times = new Map<string, number>()
      for (const page of PAGES) {
        const ruta = `/api/device_poc_status?page=${pages[page]}&per_page=${PER_PAGE}&orden=${orden}`
        const time = await timeOf(ruta)
        times.set(page, time)
        const limit = page === 'first' ? undefined : (times.get('first') as number) * OF_FIRST_PAGE
        add(`inventory by ${orden}: ${page} page`, time, 'ms', limit)
      }
    }
    add('incidents of three days', await timeOf('/api/get_incidencias', 3))
    await watch.stop()
    const { loopMs, memoriaMb } = watch.take()
    add('event loop held at most by pages', loopMs)
    add('memory of the server after all', memoriaMb, 'MB', MEMORY_MB)
    add('memory of PostgreSQL', readDatabaseMb(dir), 'MB')
    return rows
  } finally {
    await pool.end()
    await hijo.stop()
  }
}

const limites = createLimites()
const results: Row[][] = []
for (const size of SIZES) {
  const rows = await measureSize(size)
  for (const { que, value, limit } of rows)
    if (limit !== undefined)
      limites.check(`${que}: ${n0(value)}, at most ${n0(limit)} (${n0(size)} containers)`, value <= limit)
  results.push(rows)
}
const [largest, before] = [results.at(-1), results.at(-2)]
/** The row of both sizes, as a ratio; NaN: there is one size only. */
const growthOf = (i: number) => (largest?.[i]?.value ?? Number.NaN) / (before?.[i]?.value ?? Number.NaN)
const tenfold = SIZES.length > 1 && (SIZES.at(-1) as number) / (SIZES.at(-2) as number) === 10
printTabla(
  `Size (load ${load()}; limits: a first call of the map ${[...FIRST_MS.values()].join(' and ')} ms at 100,000 and 1,000,000, ${MEMORY_MB} MB, any page ${OF_FIRST_PAGE} times the first, growth ${GROWTH} for ten times as many)`,
  ['', ...SIZES.map(n0), 'growth', ''],
  (largest ?? []).map(({ que, unit }, i) => {
    const growth = growthOf(i)
    const cells = results.map((rows) => {
      const r = rows[i] as Row
      return `${unit === 'ms' ? ms(r.value) : `${n0(r.value)} MB`}${r.limit !== undefined && r.value > r.limit ? ' !' : ''}`
    })
    const vale = tenfold ? limites.check(`${que}: grows ${growth.toFixed(1)} times`, growth <= GROWTH) : ''
    return [que, ...cells, Number.isNaN(growth) ? '' : `x ${growth.toFixed(1)}`, vale]
  }),
)
for (const f of limites.fallos) process.stdout.write(`MISSED: ${f}\n`)
process.exitCode = limites.fallos.length ? 1 : 0
