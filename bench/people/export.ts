// npm run bench -- export [--eventos=1000000] [--base=embedded,outside]
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { walkEventos } from '#server/oir/eventos/repo-pages'
import { createDb, createPool, type Db } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { during, type Limites, load, ms, n0, percentile, printTabla } from '../medidas'
import { EMPRESA } from '../planta'
import { enter, openSembrada } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'

const SECONDS = 30
const MEMORIA_MB = 200
const P95_MS = 100
const SUELTA_MS = 2000
const CADA_MS = 40

const EVENTOS = Number(optionOf('eventos') ?? 1_000_000)

type Retorna = Awaited<ReturnType<typeof startRetorna>>

/** Read the rows of the export and discard them: a lower bound for any program that reads them all. */
async function readBare(db: Db): Promise<number> {
  const t0 = performance.now()
  const filter = {
    empresa: EMPRESA,
    dispositivos: null,
    lectores: null,
    estado: null,
    momento: null,
    dias: null,
  }
  let n = 0
  for await (const filas of walkEventos(db, filter, () => {})) n += filas.length
  if (n !== EVENTOS) throw new Error(`${n} rows read of ${EVENTOS}`)
  return (performance.now() - t0) / 1000
}

async function download(retorna: Retorna, cookie: string, id: string, signal?: AbortSignal): Promise<number> {
  const res = await fetch(`${retorna.url}/api/export_eventos_excel?exportacion=${id}`, {
    headers: { cookie },
    signal,
  })
  if (!res.ok || !res.body) throw new Error(`export: ${res.status}`)
  let bytes = 0
  for await (const chunk of res.body) bytes += (chunk as Uint8Array).length
  return bytes
}

const memoria = async (retorna: Retorna) => (await retorna.hijo.ask<Uso>({})).memoriaMb

/** Time from the client's disconnect until no connection reads for it any more. */
async function measureSuelta(retorna: Retorna, pool: pg.Pool, cookie: string): Promise<number> {
  const corte = new AbortController()
  const descarga = download(retorna, cookie, crypto.randomUUID(), corte.signal).catch(() => {})
  await sleep(1500)
  corte.abort()
  const t0 = performance.now()
  await descarga
  for (;;) {
    const { rows } = await pool.query(
      `select pid from pg_stat_activity
       where datname = current_database() and state in ('active', 'idle in transaction') and query like 'fetch%'`,
    )
    if (!rows.length) return performance.now() - t0
    if (performance.now() - t0 > 30_000) return Number.POSITIVE_INFINITY
    await sleep(20)
  }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembrada(place, EVENTOS)
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  const db = createDb(pool)
  try {
    const cookie = await enter(retorna.url, usuario)
    const desnudo = await readBare(db)
    await sleep(2000)
    const rest = await memoria(retorna)
    const id = crypto.randomUUID()
    const t0 = performance.now()
    let seconds = 0
    const descarga = download(retorna, cookie, id).then((bytes) => {
      seconds = (performance.now() - t0) / 1000
      return bytes
    })
    const otras: number[] = []
    let pico = 0
    let avisos = 0
    const get = async (ruta: string) => (await fetch(retorna.url + ruta, { headers: { cookie } })).json()
    await Promise.all([
      during(descarga, CADA_MS, async () => {
        const t = performance.now()
        await get('/api/get_table_data?page=1&per_page=20')
        otras.push(performance.now() - t)
      }),
      during(descarga, 300, async () => {
        pico = Math.max(pico, await memoria(retorna))
        const { hechas } = (await get(`/api/exportaciones/${id}`)) as { hechas?: number }
        if (hechas && hechas < EVENTOS) avisos++
      }),
    ])
    const bytes = await descarga
    await sleep(500)
    const fin = (await get(`/api/exportaciones/${id}`)) as { hechas: number; total: number }
    const { total } = (await get('/api/get_table_data')) as { total: number }
    limites.check(
      `rows of the file equal to the total (${place.nombre})`,
      fin.hechas === total && fin.total === total,
    )
    limites.check(`progress was told on the way (${place.nombre})`, avisos > 3)
    const suelta = await measureSuelta(retorna, pool, cookie)
    const p95 = percentile(otras, 0.95)
    const de = (que: string, valor: number, limite: number) =>
      limites.check(`${que} (${place.nombre})`, valor < limite)
    printTabla(
      `Export of ${n0(EVENTOS)} events to xlsx, ${place.nombre} PostgreSQL (load ${load()}; ${(bytes / 1e6).toFixed(0)} MB, ${avisos} times asked how far it is)`,
      ['', 'measured', 'limit', 'limit / measured', ''],
      [
        [
          'whole file',
          `${seconds.toFixed(1)} s`,
          `${SECONDS} s`,
          (SECONDS / seconds).toFixed(2),
          de(`under ${SECONDS} s`, seconds, SECONDS),
        ],
        [
          'rows alone, read and thrown away',
          `${desnudo.toFixed(1)} s`,
          '',
          (desnudo / seconds).toFixed(2),
          '',
        ],
        [
          'memory above idle',
          `${n0(pico - rest)} MB`,
          `${MEMORIA_MB} MB`,
          (MEMORIA_MB / (pico - rest)).toFixed(2),
          de(`under ${MEMORIA_MB} MB`, pico - rest, MEMORIA_MB),
        ],
        [
          `other calls, p95 (${otras.length})`,
          ms(p95),
          ms(P95_MS),
          (P95_MS / p95).toFixed(2),
          de(`other calls under ${P95_MS} ms`, p95, P95_MS),
        ],
        ['other calls, p50', ms(percentile(otras, 0.5)), '', '', ''],
        ['other calls, worst', ms(Math.max(...otras)), '', '', ''],
        [
          'let go after its reader left',
          ms(suelta),
          ms(SUELTA_MS),
          (SUELTA_MS / suelta).toFixed(2),
          de(`let go within ${SUELTA_MS} ms`, suelta, SUELTA_MS),
        ],
      ],
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Export', [(place, _base, limites) => measurePlace(place, limites)])
