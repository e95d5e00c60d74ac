// npm run bench -- datos [--filas=1000000] [--conjuntos=eventos,…] [--formatos=ndjson,csv,parquet] [--base=embedded,outside]
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONJUNTOS, type Conjunto, FORMATOS_DATOS, type FormatoDatos } from '#contract/operacion/datos/values'
import { createPool } from '#server/platform/db/client'
import { measureBases, optionOf } from '../bases'
import { startRetorna } from '../ingest/carga'
import { during, type Limites, load, ms, n0, percentile, printTabla } from '../medidas'
import { enter, openSembradaCon } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'
import { readFileKeys, readWritten } from './datos-claves'
import { createOthers } from './datos-otras'
import { seedConjuntos, seedContenedores, seedPrevisiones } from './datos-siembra'

const MEMORIA_MB = 200
const P95_MS = 100
const CADA_MS = 40
const ALONE_MS = 5000
const FILAS = Number(optionOf('filas') ?? 1_000_000)
const conjuntos: readonly string[] = optionOf('conjuntos')?.split(',') ?? CONJUNTOS
const asked: readonly string[] = optionOf('formatos')?.split(',') ?? FORMATOS_DATOS
const formatos: readonly FormatoDatos[] = FORMATOS_DATOS.filter((f) => asked.includes(f))

/** Downloads a set into a file. Returns its bytes. */
async function download(url: string, cookie: string, ruta: string, file: string): Promise<number> {
  const res = await fetch(url + ruta, { headers: { cookie } })
  if (!res.ok || !res.body) throw new Error(`${ruta}: ${res.status} ${await res.text()}`)
  const to = createWriteStream(file)
  await pipeline(res.body, to)
  return to.bytesWritten
}

/** Memory of the server's child processes that write files, in MB; 0 where the system does not tell it. */
function writersMb(server: number): number {
  try {
    const pids = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean)
    const rss = pids
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('datos/program'))
      .map((pid) => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0))
    return rss.reduce((a, b) => a + b, 0) / 1000
  } catch {
    return 0
  }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembradaCon(place, (db, pool) => seedConjuntos(db, pool, FILAS, conjuntos))
  const retorna = await startRetorna(place)
  const memoria = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb + writersMb(retorna.hijo.pid)
  const filas: string[][] = []
  const folder = mkdtempSync(join(tmpdir(), 'retorna-datos-'))
  const file = join(folder, 'conjunto')
  const pool = createPool(retorna.conexion, { max: 2 })
  try {
    const cookie = await enter(retorna.url, usuario)
    const others = createOthers(retorna.url, cookie)
    const timed = async () => {
      const t = performance.now()
      await others()
      return performance.now() - t
    }
    const measure = async (conjunto: Conjunto, formato: FormatoDatos, rest: number) => {
      const escritas = await readWritten(pool, conjunto)
      // What other calls take without the file, on a machine that may be busy with anything else.
      const solos: number[] = []
      await during(sleep(ALONE_MS), CADA_MS, async () => void solos.push(await timed()))
      const times: number[] = []
      let pico = 0
      const t0 = performance.now()
      const leaving = download(retorna.url, cookie, `/api/datos/${conjunto}?formato=${formato}`, file)
      await Promise.all([
        during(leaving, CADA_MS, async () => void times.push(await timed())),
        during(leaving, 300, async () => {
          pico = Math.max(pico, await memoria())
        }),
      ])
      const bytes = await leaving
      const whole = performance.now() - t0
      const leidas = await readFileKeys(file, formato, conjunto)
      const p95 = percentile(times, 0.95)
      const que = `${conjunto}, ${formato} (${place.nombre})`
      const vale = [
        limites.check(`${n0(FILAS)} rows of ${que}: ${n0(leidas.filas)}`, leidas.filas >= FILAS),
        limites.check(
          `the rows that were written, ${n0(escritas.filas)}, each once: ${que}`,
          leidas.filas === escritas.filas && leidas.suma === escritas.suma,
        ),
        limites.check(`other calls under ${P95_MS} ms: ${que}`, p95 < P95_MS),
        limites.check(`under ${MEMORIA_MB} MB above rest: ${que}`, pico - rest < MEMORIA_MB),
      ]
      const fila = [
        `${conjunto} ${formato}`,
        `${(whole / 1000).toFixed(1)} s`,
        `${(bytes / 1e6).toFixed(0)} MB`,
        ms(percentile(solos, 0.95)),
        ms(percentile(times, 0.5)),
        ms(p95),
        ms(Math.max(...times)),
        `${n0(pico - rest)} MB`,
        load(),
        vale.find((v) => v !== 'ok') ?? 'ok',
      ]
      filas.push(fila)
      // A file of a million rows takes minutes: it is told before the next one.
      process.stdout.write(`  ${fila.join('  ')}\n`)
    }
    const measureAll = async (cuales: readonly Conjunto[], rest: number) => {
      for (const conjunto of cuales.filter((c) => conjuntos.includes(c)))
        for (const formato of formatos) await measure(conjunto, formato, rest)
    }
    // Warm-up: all code is loaded, and the latency of other calls without any file is known.
    for (let i = 0; i < 1000; i++) await others()
    for (const formato of formatos)
      await download(retorna.url, cookie, `/api/datos/eventos?formato=${formato}&limite=10000`, file)
    await sleep(2000)
    const rest = await memoria()
    const sown: [Conjunto, typeof seedContenedores][] = [
      ['previsiones', seedPrevisiones],
      ['contenedores', seedContenedores],
    ]
    await measureAll(
      CONJUNTOS.filter((c) => !sown.some(([s]) => s === c)),
      rest,
    )
    // Seeded last: a million containers slow down everything that the server does each minute.
    for (const [conjunto, seed] of sown) {
      if (!conjuntos.includes(conjunto)) continue
      const lock = await pool.connect()
      try {
        await seed(pool, FILAS)
        // The server's next forecast would delete those of a stage without containers: it waits.
        await lock.query('begin; lock table prevision_serie in share mode')
        await measureAll([conjunto], rest)
      } finally {
        lock.release(true)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await pool.end()
    await retorna.hijo.stop()
  }
  printTabla(
    `${n0(FILAS)} rows of each set, ${place.nombre} PostgreSQL (limits: other calls p95 < ${P95_MS} ms, < ${MEMORIA_MB} MB above rest)`,
    ['', 'whole', 'size', 'p95 without', 'others p50', 'p95', 'worst', 'above rest', 'load', ''],
    filas,
  )
}

await measureBases('Data for analysts', [(place, _base, limites) => measurePlace(place, limites)])
