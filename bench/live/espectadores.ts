// Viewers, in a child process: each has one live feed and polls as the web does. Controlled by process messages.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRitmo } from '../../web/lib/use-recount'
import { createRandom, percentile } from '../medidas'

export type Order =
  | { que: 'open'; url: string; cookies: string[]; cuantos: number }
  | { que: 'run'; segundos: number }
  | { que: 'close' }

export type Mirado = {
  preguntas: number
  fallos: number
  p50: number
  p95: number
  max: number
  /** The same figures by call. */
  porRuta: { ruta: string; n: number; p50: number; p95: number }[]
  /** Highest p95 of a single viewer, in ms. */
  peor: number
  /** Reported devices per viewer and second. */
  contados: number
  /** Events that ask for a full reload, per viewer and second. */
  recargas: number
  /** Longest time without any event for a viewer, in ms. */
  silencio: number
}

/** Polling interval of the web, in ms. */
const SONDEO_MS = 60_000
/** Minimum interval between reloads because of changes, per screen, in ms. */
const MARCADORES_MS = 2_000

const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const random = createRandom(7)

const RUTAS = [
  '/api/mapa_celdas',
  '/api/devices_in_bounds',
  '/api/device_poc_status',
  '/api/resumen_poc',
] as const
const porRuta = new Map(RUTAS.map((r): [string, number[]] => [r, []]))

/** A viewer with an open screen: half of them the map, half the inventory. */
function createEspectador(url: string, cookie: string, mapa: boolean) {
  const bordes = 'minlat=42.84&minlon=-2.69&maxlat=42.87&maxlon=-2.66'
  const rutas = mapa
    ? [`/api/mapa_celdas?${bordes}&zoom=15`, `/api/devices_in_bounds?${bordes}&page=1&per_page=100`]
    : ['/api/device_poc_status?page=1&per_page=100', '/api/resumen_poc?']
  const e = {
    tiempos: [] as number[],
    fallos: 0,
    contados: 0,
    recargas: 0,
    silencio: 0,
    ultima: performance.now(),
  }
  let cerrado = false

  const ask = (ruta: string) =>
    new Promise<void>((resolve) => {
      const t0 = performance.now()
      const camino = ruta.slice(0, ruta.indexOf('?'))
      const fail = () => {
        if (!cerrado) e.fallos++
        resolve()
      }
      get(url + ruta, { agent, headers: { cookie } }, (res) => {
        res.resume()
        res.on('error', fail)
        res.on('end', () => {
          if (res.statusCode !== 200) return fail()
          e.tiempos.push(performance.now() - t0)
          porRuta.get(camino)?.push(performance.now() - t0)
          resolve()
        })
      }).on('error', fail)
    })
  const askAll = async (cuales = rutas) => {
    await Promise.all(cuales.map(ask))
    return false
  }

  const todo = createRitmo(askAll, MARCADORES_MS)
  const marcadores = createRitmo(() => askAll(rutas.slice(0, 1)), MARCADORES_MS)
  let resto = ''
  function hear(chunk: string): void {
    const partes = (resto + chunk).split('\n\n')
    resto = partes.pop() ?? ''
    for (const parte of partes) {
      if (!parte.startsWith('event: cambios')) continue
      e.silencio = Math.max(e.silencio, performance.now() - e.ultima)
      e.ultima = performance.now()
      const cambios = JSON.parse(parte.slice(parte.indexOf('data: ') + 6))
      e.contados += cambios.dispositivos.length
      if (cambios.recargar) {
        e.recargas++
        todo.request()
      } else if (mapa) marcadores.request()
    }
  }
  const flujo = get(`${url}/api/live`, { headers: { cookie } }, (res) => {
    res.setEncoding('utf8')
    res.on('data', hear)
    res.on('error', () => {})
  }).on('error', () => {
    if (!cerrado) e.fallos++
  })
  const first = setTimeout(() => {
    todo.request()
    sondeo = setInterval(todo.request, SONDEO_MS)
  }, random() * SONDEO_MS)
  let sondeo: NodeJS.Timeout | undefined
  return {
    e,
    ask: askAll,
    close(): void {
      cerrado = true
      todo.stop()
      marcadores.stop()
      clearTimeout(first)
      clearInterval(sondeo)
      flujo.destroy()
    },
  }
}

let espectadores: ReturnType<typeof createEspectador>[] = []

async function run(seconds: number): Promise<Mirado> {
  for (const { e } of espectadores)
    Object.assign(e, {
      tiempos: [],
      fallos: 0,
      contados: 0,
      recargas: 0,
      silencio: 0,
      ultima: performance.now(),
    })
  for (const t of porRuta.values()) t.length = 0
  await sleep(seconds * 1000)
  const all = espectadores.map((x) => x.e)
  const times = all.flatMap((e) => e.tiempos)
  const porSegundo = all.length * seconds
  return {
    preguntas: times.length,
    fallos: all.reduce((n, e) => n + e.fallos, 0),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    max: percentile(times, 1),
    porRuta: [...porRuta].map(([ruta, t]) => ({
      ruta,
      n: t.length,
      p50: percentile(t, 0.5),
      p95: percentile(t, 0.95),
    })),
    peor: Math.max(...all.map((e) => (e.tiempos.length ? percentile(e.tiempos, 0.95) : 0))),
    contados: all.reduce((n, e) => n + e.contados, 0) / porSegundo,
    recargas: all.reduce((n, e) => n + e.recargas, 0) / porSegundo,
    silencio: Math.max(...all.map((e) => Math.max(e.silencio, performance.now() - e.ultima))),
  }
}

process.on('message', async (o: Order) => {
  if (o.que === 'open') {
    espectadores = Array.from({ length: o.cuantos }, (_, i) =>
      createEspectador(o.url, o.cookies[i % o.cookies.length] as string, i % 2 === 0),
    )
    await Promise.all(espectadores.map((x) => x.ask()))
    process.send?.({ abiertos: o.cuantos })
  } else if (o.que === 'run') process.send?.(await run(o.segundos))
  else {
    for (const x of espectadores) x.close()
    process.disconnect()
    process.exit(0)
  }
})
process.on('disconnect', () => process.exit(0))
