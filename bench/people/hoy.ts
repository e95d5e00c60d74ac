// npm run bench -- hoy [--eventos=10000000] [--base=embedded,outside]: the start page for a plant of 100,000 containers.
import { PAPELES, type Papel } from '#contract/resumen/hoy/papeles-values'
import { findPrincipal } from '#server/platform/auth/repo-session'
import { createDb, createPool, type Db } from '#server/platform/db/client'
import { countHoy } from '#server/resumen/hoy/contar'
import { findVuelta } from '#server/resumen/hoy/repo'
import { readHoy } from '#server/resumen/hoy/service'
import { measureBases, optionOf } from '../bases'
import { seedFleet, TAGS } from '../flota'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { EMPRESA } from '../planta'
import { awaitPrimeros, enter, openSembradaCon } from '../sembrada'
import { seedEventos, ZONA } from '../siembra'
import type { Place } from '../sitios'
import { seedHechos, seedVisitas } from './hechos'

const P95_MS = 50
const VECES = 100
const EVENTOS = Number(optionOf('eventos') ?? 10_000_000)
const LECTORES = 1000

const openPlanta = (place: Place) =>
  openSembradaCon(place, async (db, pool) => {
    await seedFleet(db, pool)
    const { rows } = await pool.query<{ lector: number; tag: number }>(
      `select min(id) filter (where tipo = 'Reader')::int as lector, min(id) filter (where tipo <> 'Reader')::int as tag from dispositivo`,
    )
    const first = rows[0] as { lector: number; tag: number }
    await seedEventos(pool, EVENTOS, first, { tags: TAGS, lectores: LECTORES })
    await seedHechos(pool, first)
    await seedVisitas(pool, first)
    await pool.query('vacuum analyze')
  })

/** Compute all cached figures, and measure how long that takes. */
async function measureCuenta(db: Db): Promise<void> {
  await countHoy(db, ZONA)
  const [linea, cifra] = await Promise.all([findVuelta(db, 'linea'), findVuelta(db, 'cifra')])
  process.stdout.write(
    `  counted apart: the lines in ${ms(linea?.ms ?? Number.NaN)}, the week in ${ms(cifra?.ms ?? Number.NaN)}; each takes at most 1/30 of the time\n`,
  )
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const t0 = performance.now()
  const usuario = await openPlanta(place)
  process.stdout.write(
    `\n${place.nombre}: ${n0(EVENTOS)} events of ${n0(TAGS)} containers loaded in ${Math.round((performance.now() - t0) / 1000)} s\n`,
  )
  const retorna = await startRetorna(place)
  const pool = createPool(retorna.conexion)
  const db = createDb(pool)
  try {
    await measureCuenta(db)
    const cookie = await enter(retorna.url, usuario)
    const principal = await findPrincipal(db, 1)
    if (!principal) throw new Error('no account')
    const read = async (papel: Papel) => {
      const res = await fetch(`${retorna.url}/api/hoy?papel=${papel}`, { headers: { cookie } })
      if (!res.ok) throw new Error(`${papel}: ${res.status} ${await res.text()}`)
      return ((await res.json()) as { lineas: unknown[] }).lineas.length
    }
    const primera = percentile(await timesOf(1, () => read('planificacion')), 0.5)
    await awaitPrimeros(pool)
    const papeles = PAPELES.map((papel) => ({ papel, lineas: 0, api: [] as number[], bare: [] as number[] }))
    // In turns, so that other load on the machine affects all alike.
    for (let i = 0; i < VECES; i++)
      for (const p of papeles) {
        p.api.push(
          ...(await timesOf(1, async () => {
            p.lineas = await read(p.papel)
          })),
        )
        p.bare.push(...(await timesOf(1, () => readHoy(db, principal, p.papel, EMPRESA, ZONA))))
      }
    const filas = papeles.map(({ papel, lineas, api, bare }) => {
      const p95 = percentile(api, 0.95)
      const vale = limites.check(`hoy: p95 of ${papel} under ${P95_MS} ms (${place.nombre})`, p95 < P95_MS)
      const razon = percentile(api, 0.5) / percentile(bare, 0.5)
      return [`${papel} (${lineas} lines)`, ms(percentile(api, 0.5)), ms(p95), razon.toFixed(2), vale]
    })
    const all = papeles.flatMap((p) => p.api)
    filas.push(['all', ms(percentile(all, 0.5)), ms(percentile(all, 0.95)), '', ''])
    filas.push(['the first one after the start', ms(primera), '', '', ''])
    printTabla(
      `Hoy, ${place.nombre} PostgreSQL (load ${load()}; limit p95 < ${P95_MS} ms)`,
      ['', 'p50', 'p95', 'API / SQL', ''],
      filas,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Hoy', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
