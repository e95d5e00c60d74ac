// npm run bench -- logins [--base=embedded,outside]: other calls while many logins arrive at once, in bursts and without pause.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureBases } from '../bases'
import { startRetorna } from '../ingest/carga'
import { during, type Limites, load, ms, percentile, printTabla } from '../medidas'
import { seedPlanta } from '../planta'
import { enter, openSembradaCon } from '../sembrada'
import type { Place } from '../sitios'

const P95_MS = 300
const AT_ONCE = [50, 400]
const CADA_MS = 25
/** How long a burst is repeated: each login is sent again as soon as it is answered. */
const SECONDS = 10

const OTHERS = {
  'a page': '/api/get_table_data?page=1&per_page=20',
  'static file': '/',
  readyz: '/readyz',
} as const

/** Connections of the sender's own, so that no call of others waits for one. */
const createCaller = (url: string, cookie = '') => {
  const agent = new Agent({ keepAlive: true })
  const call = (method: string, path: string, body?: object, from = '192.0.2.1') =>
    new Promise<number>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = {
        'x-forwarded-for': from,
        ...(cookie && { cookie }),
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      request(url + path, { method, agent, headers }, (res) =>
        res.resume().on('end', () => resolve(res.statusCode as number)),
      )
        .on('error', reject)
        .end(text)
    })
  return { call, close: () => agent.destroy() }
}

async function measureBurst(url: string, cookie: string, atOnce: number) {
  const stranger = createCaller(url)
  const person = createCaller(url, cookie)
  const statuses = new Map<number, number>()
  const until = performance.now() + SECONDS * 1000
  const attack = Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      for (let n = 0; performance.now() < until; n++) {
        // Each from its own address: one address alone is soon refused without hashing anything.
        const from = `10.0.${i % 250}.${Math.floor(i / 250)}`
        const body = { username: `nadie-${i}-${n}`, password: 'no es esta clave' }
        const status = await stranger.call('POST', '/api/login', body, from)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // As a client does that was told to wait, though a shorter time.
        if (status === 429) await sleep(1000)
      }
    }),
  )
  const times = new Map<string, number[]>()
  let refused = 0
  await Promise.all(
    Object.entries(OTHERS).map(([que, path]) => {
      const own: number[] = []
      times.set(que, own)
      return during(attack, CADA_MS, async () => {
        const t0 = performance.now()
        const status = await person.call('GET', path)
        own.push(performance.now() - t0)
        if (status === 503) refused++
      })
    }),
  )
  stranger.close()
  person.close()
  return { times, refused, statuses }
}

async function measurePlace(place: Place, limites: Limites): Promise<void> {
  const usuario = await openSembradaCon(place, async (db, pool) => {
    await seedPlanta(db, pool)
  })
  const { hijo, url } = await startRetorna({
    ...place,
    entorno: { ...place.entorno, TRUST_PROXY: '1' },
  })
  try {
    const cookie = await enter(url, usuario)
    // The first page waits until the files of the build are stored.
    await fetch(url)
    await sleep(3000)
    const rows: string[][] = []
    for (const atOnce of AT_ONCE) {
      const { times, refused, statuses } = await measureBurst(url, cookie, atOnce)
      for (const [que, own] of times) {
        const p95 = percentile(own, 0.95)
        rows.push([
          `${que}, ${atOnce} logins`,
          String(own.length),
          ms(percentile(own, 0.5)),
          ms(p95),
          ms(percentile(own, 1)),
          limites.check(`${que} under ${P95_MS} ms, ${atOnce} logins (${place.nombre})`, p95 < P95_MS),
        ])
      }
      const told = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} x ${status}`)
      rows.push([
        `logins: ${told.join(', ')}; others: ${refused} x 503`,
        '',
        '',
        '',
        '',
        limites.check(`no 503, ${atOnce} logins (${place.nombre})`, refused === 0 && !statuses.has(503)),
      ])
    }
    printTabla(
      `Others while ${SECONDS} s of logins arrive, ${place.nombre} PostgreSQL (load ${load()}; limit: p95 ${P95_MS} ms)`,
      ['', 'calls', 'p50', 'p95', 'worst', ''],
      rows,
    )
  } finally {
    await hijo.stop()
  }
}

await measureBases('Logins', [(place, _base, limites) => measurePlace(place, limites)], ['embedded'])
