import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { NEEDS_NATS, startLogNats } from '../../../testing/nats'
import { refuseRows } from '../../../testing/rechaza'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { createCuarentena } from './repo-cuarentena'

const GW = 'C300000A6001'
const TAGS = ['AC233F0A6001', 'AC233F0A6002']
const ILEGIBLE = '{"esto": "no se entiende"}'

type Waiting = { muestra: string; motivo: string }
const listWaiting = async (p: Prueba) =>
  (await p.call<Waiting[]>('GET', '/api/cuarentena', { cookie: await p.as('admin') })).body

describe.runIf(inject('base').hay)('a refused message that cannot be kept, at the door', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-A61')
    await p.register(TAGS[0] as string, 'SmartBle', '20014-611')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  test('by HTTP is not acknowledged, and is kept when it comes again', async () => {
    const allow = await refuseRows(p.servidor.pool, 'cuarentena', 'true')
    const mixed = JSON.stringify([{ mac: TAGS[0], rssi: -50, bateria: 33 }, 'no es una fila'])
    for (const [formato, text] of [
      ['minew', ILEGIBLE],
      ['retorna', mixed],
    ] as const) {
      const r = await p.send(formato, text, c)
      expect([r.status, r.headers.get('retry-after'), r.body.code]).toEqual([503, '2', 'sin_base_de_datos'])
    }
    await allow()
    expect((await p.send('minew', ILEGIBLE, c)).status).toBe(422)
    expect((await p.send('retorna', mixed, c)).body).toEqual({
      aceptadas: 0,
      duplicadas: 1,
      sin_registrar: 0,
      rechazadas: 1,
    })
    const kept = (await listWaiting(p)).map((w) => w.muestra)
    expect(kept).toEqual(expect.arrayContaining([ILEGIBLE, mixed]))
  })

  test('by MQTT gets no PUBACK', async () => {
    const open = () =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${p.servidor.puertoMqtt}`, {
        username: c.usuario,
        password: c.clave,
        reconnectPeriod: 0,
      })
    const text = '{"otra": "cosa"}'
    const allow = await refuseRows(p.servidor.pool, 'cuarentena', 'true')
    const client = await open()
    let acknowledged = false
    const closed = new Promise<void>((r) => client.once('close', () => r()))
    client.publish(`retorna/minew/${GW}`, text, { qos: 1 }, (e) => {
      acknowledged = !e
    })
    await closed
    expect(acknowledged).toBe(false)
    await allow()
    const again = await open()
    await again.publishAsync(`retorna/minew/${GW}`, text, { qos: 1 })
    await again.endAsync()
    expect((await listWaiting(p)).map((w) => w.muestra)).toContain(text)
  })

  test('of a company that is gone is kept for nobody, and holds up nothing', async () => {
    const keep = createCuarentena(p.servidor.db).keep
    const refused = {
      formato: 'retorna',
      via: 'http',
      topic: null,
      texto: 'x',
      lector: null,
      empresa: 987_654,
    }
    expect(await keep({ ...refused, rechazo: { motivo: 'ilegible', detalle: 'No se entiende.' } })).toBe(
      false,
    )
  })
})

describe.runIf(inject('base').hay)(
  'a refused message that cannot be kept, out of the log',
  NEEDS_NATS,
  () => {
    let nats: Awaited<ReturnType<typeof startLogNats>>
    let p: Prueba
    beforeAll(async () => {
      nats = await startLogNats()
      p = await startPrueba({ NATS_URL: nats.url })
      await p.register(GW, 'Reader', 'LEC-A61')
      for (const [i, mac] of TAGS.entries()) await p.register(mac, 'SmartBle', `20014-62${i}`)
    })
    afterAll(async () => {
      await p.stop()
      await nats.stop()
    })

    test('stays in the log until it is kept', async () => {
      const { pool } = p.servidor
      const { rows } = await pool.query('select id from dispositivo where mac = $1', [TAGS[0]])
      const allowState = await refuseRows(pool, 'dispositivo_estado', `new.dispositivo_id = ${rows[0].id}`)
      const allowKeeping = await refuseRows(pool, 'cuarentena', 'true')
      const lecturas = TAGS.map((mac) => ({ mac, rssi: -60, bateria: 52, tiempo: new Date().toISOString() }))
      expect((await p.send('retorna', JSON.stringify(lecturas), await p.issue(GW))).status).toBe(200)
      await vi.waitFor(
        async () => {
          const { body } = await p.call<string>('GET', '/metrics')
          expect(Number(/^retorna_cuarentena_fallida_total (\d+)/m.exec(body)?.[1])).toBeGreaterThan(1)
        },
        { timeout: 20_000, interval: 100 },
      )
      expect(await listWaiting(p)).toEqual([])
      await allowKeeping()
      await vi.waitFor(
        async () => {
          const kept = await listWaiting(p)
          expect(kept).toMatchObject([{ motivo: 'no_guardable' }])
          expect(kept[0]?.muestra).toContain(TAGS[0])
          expect((await p.device(TAGS[1] as string)).Bateria).toBe(52)
        },
        { timeout: 20_000, interval: 100 },
      )
      await allowState()
    })
  },
)
