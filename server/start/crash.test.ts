// @module-tag slow: starts and stops of whole programs
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../platform/config/config'
import { makeDataDir } from '../testing/databases/data-dir'
import { createCuentas } from '../testing/databases/plantilla'
import { NEEDS_POSIX } from '../testing/necesita'
import { talkTo } from '../testing/retorna'
import { type Server, startServer } from './server'

const LECTOR = 'C3000000CA1D'
const PRONTO = { timeout: 20_000, interval: 50 }
const macOf = (n: number) => (0xac233f000000 + n).toString(16).toUpperCase()
const lecturaOf = (mac: string) => JSON.stringify([{ mac, lector: LECTOR, rssi: -60 }])

type Respuesta = { status: number; body: unknown; headers: Headers }

describe('a database that goes away', NEEDS_POSIX, () => {
  let folder: string
  let s: Server
  let p: ReturnType<typeof talkTo>
  let credencial: { usuario: string; clave: string }
  let next = 0
  beforeAll(async () => {
    folder = makeDataDir('retorna-caida-')
    const environment = { PORT: '0', MQTT_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'fatal' }
    s = await startServer(readConfig(environment), createCuentas)
    p = talkTo(s)
    await p.register(LECTOR, 'Reader', 'L-1')
    credencial = await p.issue(LECTOR)
  })
  afterAll(async () => {
    await s.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const postmaster = () => Number(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  const seen = async (mac: string) =>
    (await s.pool.query('select 1 from visto_sin_registrar where mac = $1', [mac])).rowCount === 1
  const sendMac = (mac: string) => p.send('retorna', lecturaOf(mac), credencial)

  /** The only allowed refusal while the database is away. */
  function expectSinBase(r: Respuesta): void {
    expect([r.status, r.body]).toEqual([
      503,
      { error: expect.stringMatching(/Vuelva a intentarlo/), code: 'sin_base_de_datos' },
    ])
    expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(0)
  }

  test('is told to readers and people with 503 until it is back, and nothing acknowledged is lost', async () => {
    const cookie = await p.as('admin')
    const guardadas: string[] = []
    const responses: Respuesta[] = []
    let fin = false
    const repeat = async (work: () => Promise<unknown>) => {
      while (!fin) await work()
    }
    const httpOf = async () => {
      const mac = macOf(++next)
      const r = await sendMac(mac)
      responses.push(r)
      if (r.status === 200) guardadas.push(mac)
    }
    const broker = await mqtt.connectAsync(`mqtt://127.0.0.1:${s.puertoMqtt}`, {
      username: credencial.usuario,
      password: credencial.clave,
      reconnectPeriod: 100,
    })
    broker.on('error', () => {})
    const mqttOf = async () => {
      const mac = macOf(++next)
      await broker.publishAsync(`retorna/retorna/${LECTOR}`, lecturaOf(mac), { qos: 1 })
      guardadas.push(mac)
    }
    const rutas = ['/api/device_poc_status', '/api/get_table_data', '/api/usuarios', '/api/lectores']
    const enMarcha = [
      ...Array.from({ length: 4 }, () => repeat(httpOf)),
      repeat(mqttOf),
      ...rutas.map((ruta) => repeat(async () => responses.push(await p.call('GET', ruta, { cookie })))),
      repeat(async () =>
        responses.push(await p.call('POST', '/api/login', { body: { username: 'nadie', password: 'x' } })),
      ),
    ]
    await vi.waitFor(() => expect(guardadas.length).toBeGreaterThan(20), PRONTO)
    const before = postmaster()
    process.kill(before, 'SIGKILL')
    await vi.waitFor(() => expect(responses.some((r) => r.status === 503)).toBe(true), PRONTO)
    const hasta = next
    await vi.waitFor(async () => {
      expect(postmaster()).not.toBe(before)
      const mac = macOf(++next)
      expect((await sendMac(mac)).status).toBe(200)
    }, PRONTO)
    await vi.waitFor(
      () => expect(guardadas.filter((m) => m > macOf(hasta)).length).toBeGreaterThan(20),
      PRONTO,
    )
    fin = true
    await Promise.all(enMarcha)
    await broker.endAsync()
    for (const r of responses) if (![200, 401, 429].includes(r.status)) expectSinBase(r)
    const { rows } = await s.pool.query<{ mac: string }>('select mac from visto_sin_registrar')
    const escritas = new Set(rows.map((f) => f.mac))
    expect(guardadas.filter((m) => !escritas.has(m))).toEqual([])
    await vi.waitFor(async () => expect((await p.call('GET', '/readyz')).body).toEqual({ ok: true }), PRONTO)
  })

  test('and only stands still is not ready, which is said while others still wait for it', async () => {
    const cookie = await p.as('admin')
    const { rows } = await s.pool.query<{ pid: number }>('select pid from pg_stat_activity')
    const pids = [postmaster(), ...rows.map((r) => r.pid)]
    const send = (senal: NodeJS.Signals) => {
      for (const pid of pids)
        try {
          process.kill(pid, senal)
        } catch {
          // The process has ended meanwhile.
        }
    }
    let waits = true
    send('SIGSTOP')
    const other = p.call('GET', '/api/validate_token', { cookie }).finally(() => {
      waits = false
    })
    try {
      for (let i = 0; i < 2; i++) {
        const r = await p.call('GET', '/readyz', {})
        expect([r.status, r.body]).toEqual([503, { ok: false, motivo: 'base_de_datos' }])
        expect(waits).toBe(true)
      }
    } finally {
      send('SIGCONT')
    }
    await other
    await vi.waitFor(async () => expect((await p.call('GET', '/readyz')).status).toBe(200), PRONTO)
    const mac = macOf(++next)
    expect((await sendMac(mac)).status).toBe(200)
    expect(await seen(mac)).toBe(true)
  })
})
