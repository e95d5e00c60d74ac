import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { needsBroker } from '../../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../../testing/retorna'

const GW = 'C300000E1A01'
const NUEVO = 'C300000E1A02'
const TAG = 'AC233F0E1A01'

/** What gateways of each maker publish beside their readings. */
const OTROS: [maker: string, topic: string, text: string][] = [
  ['OpenMQTTGateway', 'home/OpenMQTTGateway/LWT', 'online'],
  ['OpenMQTTGateway', 'home/OpenMQTTGateway/SYStoMQTT', '{"uptime":7,"version":"v1.7"}'],
  ['OpenMQTTGateway', 'home/OpenMQTTGateway/BTtoMQTT', '{"bleconnect":true,"interval":55000}'],
  ['OpenMQTTGateway', 'homeassistant/sensor/C300000E1A01-uptime/config', '{"name":"SYS: Uptime"}'],
  ['Theengs', 'home/TheengsGateway/LWT', 'online'],
  ['Shelly', 'shellyplus1-c300000e1a01/online', 'true'],
  ['Shelly', 'shellyplus1-c300000e1a01/events/rpc', '{"method":"NotifyStatus","params":{}}'],
  ['Shelly', 'shellyplus1-c300000e1a01/status/ble', '{}'],
  ['Minew', `/gw/${GW.toLowerCase()}/response`, '{"requestId":"1","code":200}'],
  ['Minew', `/gw/${GW.toLowerCase()}/action/response`, '{}'],
  ['Ruuvi', `ruuvi/${GW}/gw_status/extra`, '{}'],
  ['KKM', `kbeacon/pubrequest/${GW}`, '{}'],
  ['MOKO', `/MK107/${GW}/device_to_app`, '{"msg_id":3003}'],
  ['anybody', 'otra/cosa', '{}'],
  ['anybody', '$SYS/uno', '{}'],
]

describe.runIf(inject('base').hay)('what a gateway publishes beside its readings', needsBroker(), () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-1A1')
    await p.register(NUEVO, 'Reader', 'LEC-1A2')
    await p.register(TAG, 'SmartBle', '20014-311')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const open = (credencial = c, options: mqtt.IClientOptions = {}) =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${p.servidor.puertoMqtt}`, {
      username: credencial.usuario,
      password: credencial.clave,
      reconnectPeriod: 0,
      ...options,
    })
  const lectura = (bateria: number) =>
    JSON.stringify({ mac: TAG, rssi: -60, tiempo: new Date().toISOString(), bateria })
  const rejectionOf = async (mac: string) => {
    const cookie = await p.as('admin')
    type Row = { mac: string; rechazo: { detalle: string } | null }
    const { body } = await p.call<Row[]>('GET', '/api/lectores', { cookie })
    return body.find((l) => l.mac === mac)?.rechazo?.detalle
  }
  const counted = async () => {
    const { body } = await p.call<string>('GET', '/metrics')
    return Number(/rechazados_total\{via="mqtt",motivo="topic_desconocido"\} (\d+)/.exec(body)?.[1] ?? 0)
  }

  test('a last will at connecting, then readings: they arrive', async () => {
    const client = await open(c, {
      will: { topic: `home/${GW}/LWT`, payload: Buffer.from('offline'), qos: 0, retain: true },
    })
    await client.publishAsync(`home/${GW}/LWT`, 'online', { qos: 0, retain: true })
    await client.publishAsync(
      `home/${GW}/BTtoMQTT/${TAG}`,
      JSON.stringify({ id: TAG, rssi: -60, batt: 71 }),
      { qos: 1 },
    )
    expect(client.connected).toBe(true)
    expect((await p.device(TAG)).Bateria).toBe(71)
    await client.endAsync()
  })

  test('all of it is answered, dropped and counted, on one connection; readings go on', async () => {
    const before = await counted()
    const client = await open()
    for (const [i, [, topic, text]] of OTROS.entries()) {
      await client.publishAsync(topic, text, { qos: 1 })
      await client.publishAsync(`retorna/retorna/${GW}`, lectura(10 + i), { qos: 1 })
    }
    expect(client.connected).toBe(true)
    expect((await p.device(TAG)).Bateria).toBe(10 + OTROS.length - 1)
    expect((await counted()) - before).toBe(OTROS.length)
    await client.endAsync()
    expect(await rejectionOf(GW)).toBeUndefined()
  })

  test('a reader that was never heard is told which topic is of no format, until it is heard; it is no fault', async () => {
    const credencial = await p.issue(NUEVO)
    const client = await open(credencial)
    await client.publishAsync('planta/lectores/1', lectura(1), { qos: 1 })
    await vi.waitFor(
      async () =>
        expect(await rejectionOf(NUEVO)).toBe('El topic planta/lectores/1 no es de ningún formato.'),
      3000,
    )
    await client.publishAsync(`retorna/retorna/${NUEVO}`, lectura(42), { qos: 1 })
    expect(await rejectionOf(NUEVO)).toBeUndefined()
    await client.publishAsync('planta/lectores/1', lectura(1), { qos: 1 })
    await client.endAsync()
    expect(await rejectionOf(NUEVO)).toBeUndefined()
  })

  test("another reader's topic is refused as before, and closes", async () => {
    const client = await open()
    const fin = new Promise((r) => client.once('close', () => r('closed')))
    client.publish(`home/${NUEVO}/BTtoMQTT/${TAG}`, '{"rssi":-60}', { qos: 1 })
    expect(await fin).toBe('closed')
    await vi.waitFor(
      async () =>
        expect(await rejectionOf(GW)).toBe(`El topic home/${NUEVO}/BTtoMQTT/${TAG} no es de este lector.`),
      3000,
    )
  })
})
