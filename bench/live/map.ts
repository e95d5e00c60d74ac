// npm run bench -- map [--base=embedded,outside]: the calls of the map for a fleet of 100,000 devices.
import { createPool } from '#server/platform/db/client'
import { measureBases } from '../bases'
import { type Limites as Bounds, MUNDO, seedFleet, TAGS, vistaOf } from '../flota'
import { startRetorna } from '../ingest/carga'
import { type Limites, load, ms, n0, percentile, printTabla, timesOf } from '../medidas'
import { awaitPrimeros, enter, openSembradaCon, type Usuario } from '../sembrada'
import type { Uso } from '../servidor'
import type { Place } from '../sitios'
import { launchNavegador, openPage } from './navegador'

const VISTA_MS = 10
const FLEET_MS = 50
const FLEET_KB = 100
const SCREEN_MS = 1_000
const VECES = 10
const VISTAS = 20
/** Initial view of the web: the whole fleet, in a window 1440 px wide. */
const ZOOM_FLEET = 6
const ZOOM_VISTA = 17
const RUTA_FLEET = `/?lat=41.4&lon=-2.3&zoom=${ZOOM_FLEET}`

const queryOf = (limites: Bounds, mas: Record<string, string | number> = {}) =>
  new URLSearchParams(Object.entries({ ...limites, ...mas }).map(([k, v]) => [k, String(v)])).toString()

const vistas = Array.from({ length: VISTAS }, (_, i) => vistaOf(i))

type Medida = { que: string; rutas: string[]; limite: number | null }

const MEDIDAS: Medida[] = [
  {
    que: '1 % of the fleet: a page of the table',
    rutas: vistas.map((v) => `/api/devices_in_bounds?${queryOf(v, { page: 1 })}`),
    limite: VISTA_MS,
  },
  {
    que: '1 % of the fleet: markers',
    rutas: vistas.map((v) => `/api/mapa_celdas?${queryOf(v, { zoom: ZOOM_VISTA })}`),
    limite: VISTA_MS,
  },
  {
    que: '1 % of the fleet: all its devices',
    rutas: vistas.map((v) => `/api/devices_in_bounds?${queryOf(v)}`),
    limite: null,
  },
  {
    que: 'whole fleet: markers',
    rutas: [`/api/mapa_celdas?${queryOf(MUNDO, { zoom: ZOOM_FLEET })}`],
    limite: FLEET_MS,
  },
  {
    que: 'whole fleet: markers of a part of all nicknames',
    rutas: [`/api/mapa_celdas?${queryOf(MUNDO, { zoom: ZOOM_FLEET, search: '14-1' })}`],
    limite: FLEET_MS,
  },
  {
    que: 'whole fleet: a page of the table',
    rutas: [`/api/devices_in_bounds?${queryOf(MUNDO, { page: 1 })}`],
    limite: FLEET_MS,
  },
]

/** Runs in the page: records when the first marker appears. */
function seal() {
  const vigia = new MutationObserver(() => {
    if (!document.querySelector('.marcador-caja button')) return
    vigia.disconnect()
    Object.assign(window, { primero: performance.now() })
  })
  vigia.observe(document, { childList: true, subtree: true })
}

/** Time from opening the address to the first marker, with the code already loaded and compiled. */
async function measureScreen(url: string, usuario: Usuario): Promise<number[]> {
  const browser = await launchNavegador()
  try {
    const page = await openPage(browser, url, usuario)
    await page.addInitScript(seal)
    const times: number[] = []
    for (let i = 0; i <= VECES; i++) {
      await page.goto(RUTA_FLEET)
      const first = await page.waitForFunction(
        () => (window as unknown as { primero?: number }).primero,
        null,
        { timeout: 120_000 },
      )
      if (i > 0) times.push((await first.jsonValue()) as number)
    }
    return times
  } finally {
    await browser.close()
  }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembradaCon(place, seedFleet)
  const t0 = performance.now()
  const retorna = await startRetorna(place)
  const startup = performance.now() - t0
  const measureMb = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb
  const pool = createPool(retorna.conexion)
  try {
    const cookie = await enter(retorna.url, usuario)
    const ask = async (ruta: string) => {
      const res = await fetch(retorna.url + ruta, { headers: { cookie } })
      const text = await res.text()
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${text}`)
      return text
    }
    await awaitPrimeros(pool)
    const atRest = await measureMb()
    const primera = (await timesOf(1, () => ask(MEDIDAS[0]?.rutas[0] as string)))[0] as number
    // Lower bound for any answer about the whole fleet that reads it.
    const bare = percentile(
      await timesOf(VECES, () =>
        pool.query(
          'select count(*), sum(e.estado) from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id',
        ),
      ),
      0.5,
    )
    const rows: string[][] = []
    for (const { que, rutas, limite } of MEDIDAS) {
      for (const ruta of rutas) await ask(ruta)
      const times: number[] = []
      for (const ruta of rutas) times.push(...(await timesOf(VECES, () => ask(ruta))))
      const bytes = Math.max(...(await Promise.all(rutas.map(ask))).map((t) => Buffer.byteLength(t)))
      const p95 = percentile(times, 0.95)
      rows.push([
        que,
        ms(percentile(times, 0.5)),
        ms(p95),
        (percentile(times, 0.5) / bare).toFixed(2),
        `${n0(bytes / 1000)} KB`,
        limite === null
          ? ''
          : `${limite} ms ${limites.check(`${que}: p95 under ${limite} ms (${place.nombre})`, p95 < limite)}`,
        que === 'whole fleet: markers'
          ? limites.check(`${que}: under ${FLEET_KB} KB (${place.nombre})`, bytes < FLEET_KB * 1000)
          : '',
      ])
    }
    printTabla(
      `Map of ${n0(TAGS)} devices, ${place.nombre} PostgreSQL (load ${load()}; a bare join of the fleet: ${ms(bare)})`,
      ['', 'p50', 'p95', 'of the bare join', 'answer', 'limit', `${FLEET_KB} KB`],
      rows,
    )
    process.stdout.write(
      `  started in ${(startup / 1000).toFixed(1)} s; the first question took ${(primera / 1000).toFixed(1)} s; memory ${n0(atRest)} MB before it, ${n0(await measureMb())} MB after all of them\n`,
    )
    const screen = await measureScreen(retorna.url, usuario)
    const p95 = percentile(screen, 0.95)
    const vale = limites.check(`first marker: p95 under ${SCREEN_MS} ms (${place.nombre})`, p95 < SCREEN_MS)
    process.stdout.write(
      `  in a browser, from the address opened to the first marker: ${ms(percentile(screen, 0.5))}, p95 ${ms(p95)} (limit ${SCREEN_MS} ms ${vale})\n`,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Map', [(place, _base, limites) => measurePlace(place, limites)])
