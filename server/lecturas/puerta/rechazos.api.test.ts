import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../pruebas/retorna'

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
  async function rechazoDe(mac: string): Promise<string | undefined> {
    const r = await p.call<Lector[]>('GET', '/api/lectores', { cookie: await p.as('admin') })
    return r.body.find((l) => l.mac === mac)?.rechazo?.detalle
  }
  const expectRechazo = (texto: string | undefined) =>
    vi.waitFor(async () => expect(await rechazoDe(GW)).toBe(texto), 3000)
  const lectura = (lector: string) => JSON.stringify({ mac: 'AC233F00C001', lector, rssi: -60 })

  test('its list says so, the last thing first, until it has a new credential', async () => {
    expect(await rechazoDe(GW)).toBeUndefined()
    expect((await p.send('retorna', lectura(GW), { ...c, clave: 'otra' })).status).toBe(401)
    await expectRechazo('La clave no es la suya.')
    expect((await p.send('retorna', lectura(OTRO), c)).status).toBe(403)
    await expectRechazo(`No es la credencial de ${OTRO}.`)
    expect(await rechazoDe(OTRO)).toBeUndefined()

    for (const [topic, detalle] of [
      [`retorna/retorna/${OTRO}`, `El topic retorna/retorna/${OTRO} no es de este lector.`],
      ['planta/lectores/1', 'El topic planta/lectores/1 no es de ningún formato.'],
    ] as const) {
      const cliente = mqtt.connect(`mqtt://127.0.0.1:${p.servidor.puertoMqtt}`, {
        username: c.usuario,
        password: c.clave,
        reconnectPeriod: 0,
      })
      cliente.on('error', () => {})
      cliente.on('connect', () => cliente.publish(topic, lectura(GW), { qos: 1 }))
      await expectRechazo(detalle)
      await cliente.endAsync(true)
    }

    c = await p.issue(GW)
    expect((await p.send('retorna', lectura(GW), c)).status).toBe(200)
    await expectRechazo(undefined)
  })
})
