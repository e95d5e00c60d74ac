// @module-tag slow: floods
import { connect, type Socket } from 'node:net'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { needsBroker } from '../../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../../testing/retorna'

const GW = 'C300000AFA01'
const MIB = 1 << 20
const PRONTO = { timeout: 8000, interval: 50 }

/** A packet of 1 MiB that begins like a CONNECT. */
function enorme(): Buffer {
  const header = [0x10, (MIB & 0x7f) | 0x80, ((MIB >> 7) & 0x7f) | 0x80, MIB >> 14]
  return Buffer.concat([Buffer.from(header), Buffer.from('\0\x04MQTT\x04\xc6\0\x3c'), Buffer.alloc(MIB, 'x')])
}

describe.runIf(inject('base').hay)('whoever has not said who they are', needsBroker(), () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  const abiertos: Socket[] = []
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-1')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())
  afterEach(() => {
    for (const s of abiertos.splice(0)) s.destroy()
  })

  function open(first?: Buffer): Socket {
    const s = connect(p.servidor.puertoMqtt as number, '127.0.0.1', () => first && s.write(first))
    s.on('error', () => {})
    abiertos.push(s.resume())
    return s
  }
  const measure = async (que: RegExp) =>
    Number(que.exec((await p.call<string>('GET', '/metrics')).body)?.[1] ?? 0)
  const rechazadas = (motivo: string) =>
    measure(new RegExp(`^retorna_mensajes_rechazados_total\\{via="mqtt",motivo="${motivo}"\\} (\\d+)`, 'm'))
  const connections = () => measure(/^retorna_mqtt_conexiones (\d+)/m)

  test('is cut off before an enormous CONNECT is gathered', async () => {
    const paquete = enorme().subarray(0, MIB - 1)
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 100; i++) open(paquete)
    // They are refused long before their packets are complete.
    await vi.waitFor(async () => expect(await rechazadas('demasiado_grande')).toBe(100), PRONTO)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * MIB)
    await vi.waitFor(async () => expect(await connections()).toBe(0), PRONTO)
  })

  test('keeps few places of an address, and readers that have shown who they are keep theirs', async () => {
    const enter = () =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${p.servidor.puertoMqtt}`, {
        username: c.usuario,
        password: c.clave,
        reconnectPeriod: 0,
        will: { topic: `retorna/retorna/${GW}`, payload: Buffer.alloc(2000, ' '), qos: 0, retain: false },
      })
    const lector = await enter()
    for (let i = 0; i < 600; i++) open(Buffer.from([0x10]))
    await vi.waitFor(async () => expect(await rechazadas('demasiadas')).toBe(100), PRONTO)
    await vi.waitFor(async () => expect(await connections()).toBe(501), PRONTO)
    const publish = (who: mqtt.MqttClient) =>
      who.publishAsync(`retorna/retorna/${GW}`, JSON.stringify([{ lector: GW, tiempo: Date.now() }]), {
        qos: 1,
      })
    await publish(lector)
    // Another reader behind the same address is still let in, and takes the place of an unchecked connection.
    const otro = await enter()
    await publish(otro)
    expect(await rechazadas('demasiadas')).toBe(101)
    expect(abiertos.filter((s) => s.destroyed).length).toBeLessThanOrEqual(101)
    // A connection with a checked credential never makes room for an unchecked one.
    for (let i = 0; i < 700; i++) open(Buffer.from([0x10]))
    await vi.waitFor(async () => expect(await rechazadas('demasiadas')).toBeGreaterThan(700), PRONTO)
    await vi.waitFor(async () => expect(await connections()).toBe(502), PRONTO)
    await Promise.all([publish(lector), publish(otro)])
    for (const s of abiertos) s.destroy()
    await vi.waitFor(async () => expect(await connections()).toBe(2), PRONTO)
    await Promise.all([lector.endAsync(), otro.endAsync()])
  })
})
