// npm run bench -- map [--base=embedded,outside]: what the map asks for, of a fleet of 100,000 devices.
import { createPool } from '#server/db/cliente'
import { measureBases } from './bases'
import { startRetorna } from './carga'
import { type Limites as Bounds, MUNDO, seedFlota, TAGS, vistaDe } from './flota'
import { carga, type Limites, ms, n0, percentil, printTabla, timesOf } from './medidas'
import { launchNavegador, openPagina } from './navegador'
import { awaitPrimeros, enter, openSembradaCon, type Usuario } from './sembrada'
import type { Uso } from './servidor'
import type { Sitio } from './sitios'

const VISTA_MS = 10
const FLOTA_MS = 50
const FLOTA_KB = 100
const PANTALLA_MS = 1_000
const VECES = 10
const VISTAS = 20
/** Where the web begins: all of the fleet, in a window of 1440 px. */
const ZOOM_FLOTA = 6
const ZOOM_VISTA = 17
const RUTA_FLOTA = `/?lat=41.4&lon=-2.3&zoom=${ZOOM_FLOTA}`

const queryOf = (limites: Bounds, mas: Record<string, string | number> = {}) =>
  new URLSearchParams(Object.entries({ ...limites, ...mas }).map(([k, v]) => [k, String(v)])).toString()

const vistas = Array.from({ length: VISTAS }, (_, i) => vistaDe(i))

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
    rutas: [`/api/mapa_celdas?${queryOf(MUNDO, { zoom: ZOOM_FLOTA })}`],
    limite: FLOTA_MS,
  },
  {
    que: 'whole fleet: markers of a part of all nicknames',
    rutas: [`/api/mapa_celdas?${queryOf(MUNDO, { zoom: ZOOM_FLOTA, search: '14-1' })}`],
    limite: FLOTA_MS,
  },
  {
    que: 'whole fleet: a page of the table',
    rutas: [`/api/devices_in_bounds?${queryOf(MUNDO, { page: 1 })}`],
    limite: FLOTA_MS,
  },
]

/** Runs in the page: notes when the first marker is there. */
function seal() {
  const vigia = new MutationObserver(() => {
    if (!document.querySelector('.marcador-caja button')) return
    vigia.disconnect()
    Object.assign(window, { primero: performance.now() })
  })
  vigia.observe(document, { childList: true, subtree: true })
}

/** From the address being opened to the first marker; its code has been fetched and compiled before. */
async function measurePantalla(url: string, usuario: Usuario): Promise<number[]> {
  const navegador = await launchNavegador()
  try {
    const page = await openPagina(navegador, url, usuario)
    await page.addInitScript(seal)
    const tiempos: number[] = []
    for (let i = 0; i <= VECES; i++) {
      await page.goto(RUTA_FLOTA)
      const primero = await page.waitForFunction(
        () => (window as unknown as { primero?: number }).primero,
        null,
        { timeout: 120_000 },
      )
      if (i > 0) tiempos.push((await primero.jsonValue()) as number)
    }
    return tiempos
  } finally {
    await navegador.close()
  }
}

async function measureSitio(sitio: Sitio, limites: Limites): Promise<void> {
  const usuario = await openSembradaCon(sitio, seedFlota)
  const t0 = performance.now()
  const retorna = await startRetorna(sitio)
  const arranque = performance.now() - t0
  const measureMb = async () => (await retorna.hijo.ask<Uso>({})).memoriaMb
  const pool = createPool(retorna.conexion)
  try {
    const cookie = await enter(retorna.url, usuario)
    const ask = async (ruta: string) => {
      const res = await fetch(retorna.url + ruta, { headers: { cookie } })
      const texto = await res.text()
      if (!res.ok) throw new Error(`${ruta}: ${res.status} ${texto}`)
      return texto
    }
    await awaitPrimeros(pool)
    const enReposo = await measureMb()
    const primera = (await timesOf(1, () => ask(MEDIDAS[0]?.rutas[0] as string)))[0] as number
    // What no answer about the whole fleet that reads it can beat.
    const bare = percentil(
      await timesOf(VECES, () =>
        pool.query(
          'select count(*), sum(e.estado) from dispositivo d join dispositivo_estado e on e.dispositivo_id = d.id',
        ),
      ),
      0.5,
    )
    const filas: string[][] = []
    for (const { que, rutas, limite } of MEDIDAS) {
      for (const ruta of rutas) await ask(ruta)
      const tiempos: number[] = []
      for (const ruta of rutas) tiempos.push(...(await timesOf(VECES, () => ask(ruta))))
      const bytes = Math.max(...(await Promise.all(rutas.map(ask))).map((t) => Buffer.byteLength(t)))
      const p95 = percentil(tiempos, 0.95)
      filas.push([
        que,
        ms(percentil(tiempos, 0.5)),
        ms(p95),
        (percentil(tiempos, 0.5) / bare).toFixed(2),
        `${n0(bytes / 1000)} KB`,
        limite === null
          ? ''
          : `${limite} ms ${limites.check(`${que}: p95 under ${limite} ms (${sitio.nombre})`, p95 < limite)}`,
        que === 'whole fleet: markers'
          ? limites.check(`${que}: under ${FLOTA_KB} KB (${sitio.nombre})`, bytes < FLOTA_KB * 1000)
          : '',
      ])
    }
    printTabla(
      `Map of ${n0(TAGS)} devices, ${sitio.nombre} PostgreSQL (load ${carga()}; a bare join of the fleet: ${ms(bare)})`,
      ['', 'p50', 'p95', 'of the bare join', 'answer', 'limit', `${FLOTA_KB} KB`],
      filas,
    )
    process.stdout.write(
      `  started in ${(arranque / 1000).toFixed(1)} s; the first question, which reads the fleet, took ${(primera / 1000).toFixed(1)} s; memory ${n0(enReposo)} MB before it, ${n0(await measureMb())} MB after all of them\n`,
    )
    const pantalla = await measurePantalla(retorna.url, usuario)
    const p95 = percentil(pantalla, 0.95)
    const vale = limites.check(
      `first marker: p95 under ${PANTALLA_MS} ms (${sitio.nombre})`,
      p95 < PANTALLA_MS,
    )
    process.stdout.write(
      `  in a browser, from the address opened to the first marker: ${ms(percentil(pantalla, 0.5))}, p95 ${ms(p95)} (limit ${PANTALLA_MS} ms ${vale})\n`,
    )
  } finally {
    await pool.end()
    await retorna.hijo.stop()
  }
}

await measureBases('Map', [(sitio, _base, limites) => measureSitio(sitio, limites)])
