import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from './config'
import { NEEDS_POSIX } from './pruebas/necesita'
import { createCuentas } from './pruebas/plantilla'
import { talkTo } from './pruebas/retorna'
import { type Servidor, startServidor } from './servidor'

const LECTOR = 'C3000000CA1D'
const PRONTO = { timeout: 20_000, interval: 50 }
const macDe = (n: number) => (0xac233f000000 + n).toString(16).toUpperCase()
const lecturaDe = (mac: string) => JSON.stringify([{ mac, lector: LECTOR, rssi: -60 }])

type Respuesta = { status: number; body: unknown; headers: Headers }

describe('a database that goes away', NEEDS_POSIX, () => {
  let carpeta: string
  let s: Servidor
  let p: ReturnType<typeof talkTo>
  let credencial: { usuario: string; clave: string }
  let siguiente = 0
  beforeAll(async () => {
    carpeta = mkdtempSync(join(tmpdir(), 'retorna-caida-'))
    chmodSync(carpeta, 0o755)
    const entorno = { PORT: '0', MQTT_PORT: '0', DATA_DIR: carpeta, LOG_LEVEL: 'fatal' }
    s = await startServidor(readConfig(entorno), createCuentas)
    p = talkTo(s)
    await p.register(LECTOR, 'Reader', 'L-1')
    credencial = await p.issue(LECTOR)
  })
  afterAll(async () => {
    await s.stop()
    rmSync(carpeta, { recursive: true, force: true })
  })

  const postmaster = () => Number(readFileSync(join(carpeta, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  const seen = async (mac: string) =>
    (await s.pool.query('select 1 from visto_sin_registrar where mac = $1', [mac])).rowCount === 1
  const sendMac = (mac: string) => p.send('retorna', lecturaDe(mac), credencial)

  /** Refused in the one way that is allowed. */
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
    const respuestas: Respuesta[] = []
    let fin = false
    const repeat = async (work: () => Promise<unknown>) => {
      while (!fin) await work()
    }
    const httpDe = async () => {
      const mac = macDe(++siguiente)
      const r = await sendMac(mac)
      respuestas.push(r)
      if (r.status === 200) guardadas.push(mac)
    }
    const broker = await mqtt.connectAsync(`mqtt://127.0.0.1:${s.puertoMqtt}`, {
      username: credencial.usuario,
      password: credencial.clave,
      reconnectPeriod: 100,
    })
    broker.on('error', () => {})
    const mqttDe = async () => {
      const mac = macDe(++siguiente)
      await broker.publishAsync(`retorna/retorna/${LECTOR}`, lecturaDe(mac), { qos: 1 })
      guardadas.push(mac)
    }
    const rutas = ['/api/device_poc_status', '/api/get_table_data', '/api/usuarios', '/api/lectores']
    const enMarcha = [
      ...Array.from({ length: 4 }, () => repeat(httpDe)),
      repeat(mqttDe),
      ...rutas.map((ruta) => repeat(async () => respuestas.push(await p.call('GET', ruta, { cookie })))),
      repeat(async () =>
        respuestas.push(await p.call('POST', '/api/login', { body: { username: 'nadie', password: 'x' } })),
      ),
    ]
    await vi.waitFor(() => expect(guardadas.length).toBeGreaterThan(20), PRONTO)
    const antes = postmaster()
    process.kill(antes, 'SIGKILL')
    await vi.waitFor(() => expect(respuestas.some((r) => r.status === 503)).toBe(true), PRONTO)
    const hasta = siguiente
    await vi.waitFor(async () => {
      expect(postmaster()).not.toBe(antes)
      const mac = macDe(++siguiente)
      expect((await sendMac(mac)).status).toBe(200)
    }, PRONTO)
    await vi.waitFor(
      () => expect(guardadas.filter((m) => m > macDe(hasta)).length).toBeGreaterThan(20),
      PRONTO,
    )
    fin = true
    await Promise.all(enMarcha)
    await broker.endAsync()
    for (const r of respuestas) if (![200, 401, 429].includes(r.status)) expectSinBase(r)
    const { rows } = await s.pool.query<{ mac: string }>('select mac from visto_sin_registrar')
    const escritas = new Set(rows.map((f) => f.mac))
    expect(guardadas.filter((m) => !escritas.has(m))).toEqual([])
    await vi.waitFor(async () => expect((await p.call('GET', '/readyz')).body).toEqual({ ok: true }), PRONTO)
  })

  test('and only stands still is not ready, which is said within two seconds', async () => {
    const { rows } = await s.pool.query<{ pid: number }>('select pid from pg_stat_activity')
    const pids = [postmaster(), ...rows.map((r) => r.pid)]
    const send = (senal: NodeJS.Signals) => {
      for (const pid of pids)
        try {
          process.kill(pid, senal)
        } catch {
          // Ended meanwhile.
        }
    }
    send('SIGSTOP')
    try {
      for (let i = 0; i < 2; i++) {
        const desde = performance.now()
        const r = await p.call('GET', '/readyz', {})
        expect([r.status, r.body]).toEqual([503, { ok: false, motivo: 'base_de_datos' }])
        // Two seconds of ours, and what a busy machine adds.
        expect(performance.now() - desde).toBeLessThan(10_000)
      }
    } finally {
      send('SIGCONT')
    }
    await vi.waitFor(async () => expect((await p.call('GET', '/readyz')).status).toBe(200), PRONTO)
    const mac = macDe(++siguiente)
    expect((await sendMac(mac)).status).toBe(200)
    expect(await seen(mac)).toBe(true)
  })
})
