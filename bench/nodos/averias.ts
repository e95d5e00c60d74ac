import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { countDescuadres, countSinIncidencia } from '../ingest/caida'
import { countPerdidas, startRetorna } from '../ingest/carga'
import { createPlantaViva, FILAS_MEDIAS } from '../ingest/mensajes'
import { openHttp } from '../ingest/puertas'
import { createRandom, type Limites, load, n0, percentile, printTabla } from '../medidas'
import { LECTORES, macDeTag, TAGS } from '../planta'
import { type Nats, startNats } from './nats'
import { hasPostgres, type Pair, startPair } from './postgres'

const RATE = 1500
const RECUPERA_MS = 15_000
const DORMIDO_MS = 60_000
/** Retry interval of a sender, in ms, as for gateways. */
const REINTENTO_MS = 250
/** Number of probe tags: enough to cover every partition. */
const PROBES = 16

type Retorna = Awaited<ReturnType<typeof startRetorna>>
type Planta = { nats: Nats; pareja: Pair; puertas: Retorna[]; aplican: Retorna[] }

/** Gateways that resend each message until a server accepts it. */
function startEmisor(urls: () => string[]) {
  const next = createPlantaViva(Date.now(), 1 / 200)
  const ultimos = new Array<number>(TAGS).fill(0)
  const impactos: [number, number][] = []
  const enCurso = new Set<Promise<void>>()
  const puertas = new Map<string, ReturnType<typeof openHttp>>()
  let parado = false
  let enviados = 0
  let lecturas = 0
  let reintentos = 0

  async function insist(lector: number, text: string): Promise<void> {
    for (let k = enviados; ; k++) {
      const all = urls()
      const url = all[k % all.length]
      if (!url) {
        await sleep(REINTENTO_MS)
        continue
      }
      const puerta = puertas.get(url) ?? openHttp(url)
      puertas.set(url, puerta)
      const vale = await puerta.send(lector, text).then(
        () => true,
        () => false,
      )
      if (vale) return
      reintentos++
      await sleep(REINTENTO_MS)
    }
  }

  function sendOne(): void {
    const e = next(enviados++ % LECTORES, Date.now())
    const envio = insist(e.lector, e.texto).then(() => {
      lecturas += e.tags.length
      for (const [k, tag] of e.tags.entries())
        ultimos[tag] = Math.max(ultimos[tag] as number, e.tiempos[k] as number)
      for (const k of e.impactos) impactos.push([e.tags[k] as number, e.tiempos[k] as number])
    })
    enCurso.add(envio)
    envio.finally(() => enCurso.delete(envio))
  }

  const fin = (async () => {
    const cadaMs = (FILAS_MEDIAS / RATE) * 1000
    while (!parado) {
      if (enCurso.size < 500) sendOne()
      await sleep(cadaMs)
    }
    await Promise.all(enCurso)
  })()

  return {
    ultimos,
    impactos,
    get lecturas() {
      return lecturas
    },
    get reintentos() {
      return reintentos
    },
    async stop(): Promise<void> {
      parado = true
      await fin
      for (const p of puertas.values()) await p.close()
    },
  }
}

/** Time until a present reading of every partition has been applied; NaN: not within the time limit. */
async function measureRecuperacion(
  connection: pg.ClientConfig,
  emisor: ReturnType<typeof startEmisor>,
): Promise<number> {
  const t0 = performance.now()
  const desde = Date.now()
  const macs = Array.from({ length: PROBES }, (_, i) => macDeTag(i * 311))
  while (performance.now() - t0 < 90_000) {
    const sabe = macs.every((_, i) => (emisor.ultimos[i * 311] as number) > desde)
    if (sabe) {
      const c = new pg.Client({ ...connection, connectionTimeoutMillis: 2000, query_timeout: 2000 })
      try {
        await c.connect()
        const { rows } = await c.query<{ n: number }>(
          `select count(*)::int as n from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id
           where d.mac = any($1) and e.ultimo_registro > to_timestamp($2 / 1000.0)`,
          [macs, desde],
        )
        if (rows[0]?.n === PROBES) return performance.now() - t0
      } catch {
        // The database is away: retry.
      } finally {
        await c.end().catch(() => {})
      }
    }
    await sleep(100)
  }
  return Number.NaN
}

/** Acknowledged readings that are missing, once the log has been applied: retried for a minute at most. */
async function countPerdido(connection: pg.ClientConfig, emisor: ReturnType<typeof startEmisor>) {
  for (let i = 1; ; i++) {
    const perdidas = await countPerdidas(connection, emisor.ultimos)
    const golpes = await countSinIncidencia(connection, emisor.impactos)
    const descuadres = await countDescuadres(connection)
    if (perdidas + golpes + descuadres === 0 || i === 60) return { perdidas, golpes, descuadres }
    await sleep(1000)
  }
}

const isListo = (r: Retorna) =>
  fetch(`${r.url}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
    (x) => x.ok,
    () => false,
  )

type Averia = {
  nombre: string
  limiteMs: number
  /** Break something; resolves when it is broken. The returned function repairs it. */
  breakIt(p: Planta, random: () => number): Promise<() => Promise<void>>
}

const createAverias = (start: (rol: 'api' | 'ingest') => Promise<Retorna>): Averia[] => [
  {
    nombre: 'kill -9 of any process',
    limiteMs: RECUPERA_MS,
    async breakIt(p, random) {
      const i = Math.floor(random() * (p.puertas.length + p.aplican.length))
      const [list, rol, k] =
        i < p.puertas.length
          ? ([p.puertas, 'api', i] as const)
          : ([p.aplican, 'ingest', i - p.puertas.length] as const)
      const [victima] = list.splice(k, 1)
      await victima?.hijo.kill()
      return async () => void list.push(await start(rol))
    },
  },
  {
    nombre: `SIGSTOP for ${DORMIDO_MS / 1000} s`,
    limiteMs: RECUPERA_MS,
    async breakIt(p, random) {
      const victima = p.aplican[Math.floor(random() * p.aplican.length)] as Retorna
      victima.hijo.signal('SIGSTOP')
      const t0 = performance.now()
      return async () => {
        await sleep(Math.max(0, DORMIDO_MS - (performance.now() - t0)))
        victima.hijo.signal('SIGCONT')
        await sleep(3000)
      }
    },
  },
  {
    nombre: 'one of the NATS servers killed',
    limiteMs: RECUPERA_MS,
    async breakIt({ nats }, random) {
      const i = Math.floor(random() * nats.cuantos)
      await nats.kill(i)
      return async () => {
        nats.start(i)
        await sleep(5000)
      }
    },
  },
  {
    nombre: 'all NATS servers restarted',
    limiteMs: RECUPERA_MS,
    async breakIt({ nats }) {
      for (let i = 0; i < nats.cuantos; i++) await nats.kill(i)
      for (let i = 0; i < nats.cuantos; i++) nats.start(i)
      return async () => {
        await sleep(2000)
      }
    },
  },
  {
    nombre: 'database failed over to its replica',
    limiteMs: RECUPERA_MS,
    async breakIt({ pareja }) {
      await pareja.failOver()
      return () => pareja.repair()
    },
  },
]

/**
 * Break each part under load, repeatedly: no acknowledged reading may be lost, and the system must recover by itself.
 * @param cuales numbers of the faults, from 1; null: all
 * @param servidores number of NATS servers
 */
export async function measureAverias(
  veces: number,
  cuales: readonly number[] | null,
  servidores: number,
  limites: Limites,
): Promise<void> {
  if (!hasPostgres())
    return void process.stdout.write('skipped: no PostgreSQL programs here (PG_BIN names their folder)\n')
  const random = createRandom(7)
  const nats = await startNats(servidores)
  const pareja = await startPair()
  const environment = {
    DATABASE_URL: pareja.url,
    NATS_URL: nats.url,
    NATS_REPLICAS: String(servidores),
    NATS_STREAM: 'BANCO',
    DATA_DIR: '/tmp',
  }
  const start = (rol: 'api' | 'ingest') =>
    startRetorna({ nombre: rol, entorno: { ...environment, ROLES: rol } })
  const p: Planta = { nats, pareja, puertas: [], aplican: [] }
  const filas: string[][] = []
  const connection = { connectionString: pareja.url }
  const emisor = startEmisor(() => p.puertas.map((x) => x.url))
  try {
    p.puertas.push(await start('api'), await start('api'))
    p.aplican.push(await start('ingest'), await start('ingest'), await start('ingest'))
    await measureRecuperacion(connection, emisor)
    const averias = createAverias(start).filter((_, i) => !cuales || cuales.includes(i + 1))
    for (const a of averias) {
      const times: number[] = []
      let listas = 0
      for (let v = 0; v < veces; v++) {
        const mend = await a.breakIt(p, random)
        times.push(await measureRecuperacion(connection, emisor))
        await mend()
        const todos = await Promise.all([...p.puertas, ...p.aplican].map(isListo))
        if (todos.every(Boolean)) listas++
      }
      const peor = times.some(Number.isNaN) ? Number.NaN : percentile(times, 1)
      filas.push([
        a.nombre,
        String(veces),
        `${(percentile(times, 0.5) / 1000).toFixed(1)} s`,
        `${(peor / 1000).toFixed(1)} s`,
        `${listas} of ${veces}`,
        limites.check(
          `${a.nombre}: applied again within ${a.limiteMs / 1000} s, ready after it`,
          peor < a.limiteMs && listas === veces,
        ),
      ])
    }
    await emisor.stop()
    const { perdidas, golpes, descuadres } = await countPerdido(connection, emisor)
    filas.push([
      `${n0(emisor.lecturas)} readings acknowledged, ${n0(emisor.reintentos)} sent again`,
      '',
      '',
      '',
      `${perdidas} tags, ${golpes} knocks lost, ${descuadres} counts off`,
      limites.check(
        'nothing acknowledged is lost',
        perdidas + golpes + descuadres === 0 && emisor.lecturas > 0,
      ),
    ])
  } finally {
    await emisor.stop().catch(() => {})
    for (const r of [...p.puertas, ...p.aplican]) await r.hijo.kill().catch(() => {})
    await pareja.stop()
    await nats.stop()
  }
  printTabla(
    `What breaks under load, with ${servidores} of NATS, and how long until what is heard is applied again (load ${load()})`,
    ['', 'times', 'median', 'worst', 'ready after it', ''],
    filas,
  )
}
