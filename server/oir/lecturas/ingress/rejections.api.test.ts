import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const GW = 'C30000000C01'
const OTRO = 'C30000000C02'

describe.runIf(inject('base').hay)('what a reader was refused for', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-C1')
    await p.register(OTRO, 'Reader', 'LEC-C2')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  type Lector = { mac: string; rechazo: { detalle: string; cuando: string } | null }
  async function rejectionOf(mac: string): Promise<string | undefined> {
    const r = await p.call<Lector[]>('GET', '/api/lectores', { cookie: await p.as('admin') })
    return r.body.find((l) => l.mac === mac)?.rechazo?.detalle
  }
  const expectRejection = (text: string | undefined) =>
    vi.waitFor(async () => expect(await rejectionOf(GW)).toBe(text), 3000)
  const lectura = (lector: string) => JSON.stringify({ mac: 'AC233F00C001', lector, rssi: -60 })

  test('its list says so, the last thing first, until it has a new credential', async () => {
    expect(await rejectionOf(GW)).toBeUndefined()
    expect((await p.send('retorna', lectura(GW), { ...c, clave: 'otra' })).status).toBe(401)
    await expectRejection('La clave no es la suya.')
    expect((await p.send('retorna', lectura(OTRO), c)).status).toBe(403)
    await expectRejection(`No es la credencial de ${OTRO}.`)
    expect(await rejectionOf(OTRO)).toBeUndefined()

    for (const [topic, detalle] of [
      [`retorna/retorna/${OTRO}`, `El topic retorna/retorna/${OTRO} no es de este lector.`],
      ['planta/lectores/1', 'El topic planta/lectores/1 no es de ningún formato.'],
    ] as const) {
      const client = mqtt.connect(`mqtt://127.0.0.1:${p.servidor.puertoMqtt}`, {
        username: c.usuario,
        password: c.clave,
        reconnectPeriod: 0,
      })
      client.on('error', () => {})
      client.on('connect', () => client.publish(topic, lectura(GW), { qos: 1 }))
      await expectRejection(detalle)
      await client.endAsync(true)
    }

    c = await p.issue(GW)
    expect((await p.send('retorna', lectura(GW), c)).status).toBe(200)
    await expectRejection(undefined)
  })
})
