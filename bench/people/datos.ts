// npm run bench -- datos [--filas=1000000] [--conjuntos=eventos,…] [--formatos=ndjson,csv,parquet] [--base=embedded,outside]
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONJUNTOS, type Conjunto, FORMATOS_DATOS } from '#contract/valores/datos'
import { createPool } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { during, type Limites, load, ms, n0, percentile, printTabla } from '../medidas'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'
import { seedConjuntos, seedContenedores } from './datos-siembra'

const MEMORIA_MB = 200
const P95_MS = 100
const CADA_MS = 40
const FILAS = Number(optionOf('filas') ?? 1_000_000)
const conjuntos = optionOf('conjuntos')?.split(',') ?? CONJUNTOS
const formatos = optionOf('formatos')?.split(',') ?? FORMATOS_DATOS

/** Bytes of a set, and of what can be counted without a library its rows. */
async function download(
  url: string,
  cookie: string,
  ruta: string,
): Promise<{ bytes: number; filas: number }> {
  const res = await fetch(url + ruta, { headers: { cookie } })
  if (!res.ok || !res.body) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
  let [bytes, filas] = [0, 0]
  for await (const chunk of res.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) filas++
  }
  return { bytes, filas }
}

/** Memory of the processes of a server that write files, in MB; 0 where the system does not tell. */
function writersMb(server: number): number {
  try {
    const pids = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean)
    const rss = pids
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('domains/datos/program'))
      .map((pid) => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
    return rss.reduce((a, b) => a + b, 0) / 1000
  } catch {
    return 0
  }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembradaCon(place, (db, pool) => seedConjuntos(db, pool, FILAS))
  const retorna = await startRetorna(place)
  const memoria = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb + writersMb(retorna.hijo.pid)
  const filas: string[][] = []
  try {
    const cookie = await enter(retorna.url, usuario)
    const others = async () => {
      const res = await fetch(`${retorna.url}/api/get_table_data?page=1&per_page=20`, { headers: { cookie } })
      await res.arrayBuffer()
    }
    const measure = async (conjunto: string, formato: string, rest: number) => {
      const times: number[] = []
      let pico = 0
      const t0 = performance.now()
      const file = download(retorna.url, cookie, `/api/datos/${conjunto}?formato=${formato}`)
      await Promise.all([
        during(file, CADA_MS, async () => {
          const t = performance.now()
          await others()
          times.push(performance.now() - t)
        }),
        during(file, 300, async () => {
          pico = Math.max(pico, await memoria())
        }),
      ])
      const { bytes, filas: leidas } = await file
      const p95 = percentile(times, 0.95)
      const que = `${conjunto}, ${formato} (${place.nombre})`
      const esperadas = FILAS + (formato === 'csv' ? 1 : 0)
      const vale = [
        limites.check(`${n0(FILAS)} rows of ${que}`, formato === 'parquet' || leidas >= esperadas),
        limites.check(`other calls under ${P95_MS} ms: ${que}`, p95 < P95_MS),
        limites.check(`under ${MEMORIA_MB} MB above rest: ${que}`, pico - rest < MEMORIA_MB),
      ]
      filas.push([
        `${conjunto} ${formato}`,
        `${((performance.now() - t0) / 1000).toFixed(1)} s`,
        `${(bytes / 1e6).toFixed(0)} MB`,
        ms(percentile(times, 0.5)),
        ms(p95),
        ms(Math.max(...times)),
        `${n0(pico - rest)} MB`,
        load(),
        vale.find((v) => v !== 'ok') ?? 'ok',
      ])
    }
    const measureAll = async (cuales: readonly Conjunto[], rest: number) => {
      for (const conjunto of cuales.filter((c) => conjuntos.includes(c)))
        for (const formato of formatos) await measure(conjunto, formato, rest)
    }
    // All that it takes has been loaded once.
    for (let i = 0; i < 20; i++) await others()
    for (const formato of formatos)
      await download(retorna.url, cookie, `/api/datos/eventos?formato=${formato}&limite=10000`)
    await sleep(2000)
    const rest = await memoria()
    await measureAll(
      CONJUNTOS.filter((c) => c !== 'contenedores'),
      rest,
    )
    // Last: a million containers slow down all that the server does each minute.
    if (conjuntos.includes('contenedores')) {
      const pool = createPool(retorna.conexion, { max: 1 })
      await seedContenedores(pool, FILAS).finally(() => pool.end())
      await measureAll(['contenedores'], rest)
    }
  } finally {
    await retorna.hijo.stop()
  }
  printTabla(
    `${n0(FILAS)} rows of each set, ${place.nombre} PostgreSQL (limits: other calls p95 < ${P95_MS} ms, < ${MEMORIA_MB} MB above rest)`,
    ['', 'whole', 'size', 'others p50', 'p95', 'worst', 'above rest', 'load', ''],
    filas,
  )
}

await measureBases('Data for analysts', [(place, _base, limites) => measurePlace(place, limites)])
