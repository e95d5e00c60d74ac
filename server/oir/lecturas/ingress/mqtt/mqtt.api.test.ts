import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { nuevoNombre } from '../../../../testing/databases/plantilla'
import { endSessions, nameAt } from '../../../../testing/mqtt/sessions'
import { needsBroker } from '../../../../testing/necesita'
import { type Prueba, startPrueba } from '../../../../testing/retorna'
import { expectVector, registerVector } from '../../../../testing/vector'
import { vectores } from '../../formats/gateways/vectors/manifest'
import { sendFuzz } from './fuzz'

const conPuntos = (mac: string) => mac.match(/../g)?.join(':')

/** The vendor's own topic. With an outside broker, messages that name no gateway anywhere go to our own topic. */
function topicOf(formato: string, lector: string, tag: string, sinNombrar: boolean): string {
  if (formato === 'minew') return `/gw/${lector.toLowerCase()}/status`
  if (formato === 'kkm') return `kbeacon/publish/${lector}`
  if (formato === 'ruuvi') return `ruuvi/${conPuntos(lector)}/${conPuntos(tag)}`
  if (formato === 'theengs') return `home/${externo ? lector : 'OpenMQTTGateway'}/BTtoMQTT/${tag}`
  if (formato === 'shelly')
    return externo && sinNombrar
      ? `retorna/shelly/${lector}/${tag}`
      : `shelly-blu/events/${tag.toLowerCase()}`
  return `retorna/${formato}/${lector}`
}

const externo = inject('base').mqtt
const url = (p: Prueba) => externo ?? `mqtt://127.0.0.1:${p.servidor.puertoMqtt}`
const GW = 'C300000E0A01'
const TAG = 'AC233F0EA001'

describe.runIf(inject('base').hay)('readings over MQTT', () => {
  const group = nuevoNombre()
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba(externo ? { MQTT_URL: externo, MQTT_GRUPO: group } : {})
    await vi.waitFor(async () => expect((await p.call('GET', '/readyz')).status).toBe(200), 10_000)
    if (externo) await sleep(500)
  })
  afterAll(async () => {
    const name = externo && (await nameAt(p.servidor.pool, group))
    await p.stop()
    if (externo && name) await endSessions(externo, name)
  })

  const samples = vectores.filter((v) => v.lecturas.length > 0)
  // cubre: producto 11
  test.each(samples.map((v) => [v.fichero, v] as const))('%s shows', async (_file, v) => {
    const lector = await registerVector(p, v)
    const { usuario, clave } = await p.issue(lector, true)
    const client = await mqtt.connectAsync(url(p), {
      username: usuario,
      password: clave,
      reconnectPeriod: 0,
    })
    const tag = v.contexto.tagTopic ?? v.lecturas[0]?.mac ?? ''
    const desde = Date.now()
    await client.publishAsync(topicOf(v.formato, lector, tag, !v.lecturas[0]?.lector), v.texto, { qos: 1 })
    await vi.waitFor(() => expectVector(p, v, desde), { timeout: 20_000, interval: 50 })
    await client.endAsync()
  })

  test.runIf(externo)(
    'an outside broker: a reader registered by the name in its topic is known',
    async () => {
      await p.register('OMG_MUELLE-3', 'Reader', 'LEC-E7')
      await p.register('AC233F0EA007', 'SmartBle', '20014-307')
      const client = await mqtt.connectAsync(externo as string, { reconnectPeriod: 0 })
      const text = JSON.stringify({ id: 'AC:23:3F:0E:A0:07', rssi: -60, batt: 47 })
      await client.publishAsync('home/OMG_muelle-3/BTtoMQTT/AC233F0EA007', text, { qos: 1 })
      await vi.waitFor(
        async () =>
          expect(await p.device('AC233F0EA007')).toMatchObject({ ApodoLector: 'LEC-E7', Bateria: 47 }),
        { timeout: 20_000, interval: 50 },
      )
      await client.endAsync()
    },
  )
})

describe.runIf(inject('base').hay)('the embedded broker', needsBroker(), () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-E1')
    await p.register(TAG, 'SmartBle', '20014-301')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const open = (options: mqtt.IClientOptions = {}) =>
    mqtt.connectAsync(url(p), { username: c.usuario, password: c.clave, reconnectPeriod: 0, ...options })
  const lectura = (mas: object = {}) =>
    JSON.stringify({ mac: TAG, rssi: -60, tiempo: new Date().toISOString(), ...mas })
  const ended = (client: mqtt.MqttClient) => new Promise((r) => client.once('close', () => r('closed')))
  const good = async () => {
    const client = await open()
    await client.publishAsync(`retorna/retorna/${GW}`, lectura(), { qos: 1 })
    await client.endAsync()
    return true
  }

  test('PUBACK means committed', async () => {
    const client = await open()
    await client.publishAsync(`retorna/retorna/${GW}`, lectura({ bateria: 61 }), { qos: 1 })
    const { rows } = await p.servidor.pool.query(
      'select bateria from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where mac = $1',
      [TAG],
    )
    expect(rows).toEqual([{ bateria: 61 }])
    await client.endAsync()
  })

  test('no credential or a bad one: no connection', async () => {
    await expect(open({ username: undefined, password: undefined })).rejects.toThrow()
    await expect(open({ password: 'otra' })).rejects.toThrow(/Bad User Name or Password|Bad username/i)
    expect(await good()).toBe(true)
  })

  test('subscribing gives nothing', async () => {
    const client = await open()
    const recibido: string[] = []
    client.on('message', (topic) => recibido.push(topic))
    await client.subscribeAsync('#').catch(() => {})
    await good()
    await sleep(200)
    expect(recibido).toEqual([])
    await client.endAsync(true)
  })

  test('what is read again later still knows the reader and the tag of its topic', async () => {
    const [nuevo, tag] = ['C300000E0A05', 'AC233F0EA005']
    await p.register('C300000E0A04', 'Reader', 'LEC-E4')
    await p.register(tag, 'SmartBle', '20014-305')
    const { usuario, clave } = await p.issue('C300000E0A04', true)
    const client = await open({ username: usuario, password: clave })
    const text = JSON.stringify({ rssi: -60, tiempo: new Date().toISOString(), bateria: 58 })
    await client.publishAsync(`retorna/retorna/${nuevo}/${tag}`, text, { qos: 1 })
    await client.endAsync()
    await p.register(nuevo, 'Reader', 'LEC-E5')
    const cookie = await p.as('admin')
    const [una, ...mas] = (
      await p.call<{ id: string; motivo: string }[]>('GET', '/api/cuarentena', { cookie })
    ).body.filter((q) => q.motivo === 'lector_desconocido')
    expect(mas).toEqual([])
    const r = await p.call('POST', `/api/cuarentena/${una?.id}/reprocesar`, { cookie })
    expect(r.body).toMatchObject({ aceptadas: 1, rechazadas: 0 })
    expect(await p.device(tag)).toMatchObject({ ApodoLector: 'LEC-E5', Bateria: 58 })
  })

  test('a payload that names another reader changes nothing', async () => {
    await p.register('C300000E0A03', 'Reader', 'LEC-E3')
    const client = await open()
    await client.publishAsync(`retorna/retorna/${GW}`, lectura({ lector: 'C300000E0A03', bateria: 1 }), {
      qos: 1,
    })
    await client.endAsync()
    expect(await p.device(TAG)).toMatchObject({ ApodoLector: 'LEC-E1' })
    expect((await p.device(TAG)).Bateria).not.toBe(1)
  })

  test.each([true, false])(
    "another company's reader of the same client id throws nobody out, clean session %s; its own next connection does",
    async (clean) => {
      const ajeno = clean ? 'C300000E0A0B' : 'C300000E0A0C'
      await p.register(ajeno, 'Reader', `LEC-${ajeno}`, { empresa: 2 })
      const suya = await p.issue(ajeno)
      const options = { clientId: 'gateway', clean }
      const uno = await open(options)
      const otro = await open({ ...options, username: suya.usuario, password: suya.clave })
      for (const [client, mac] of [
        [uno, GW],
        [otro, ajeno],
      ] as const)
        await client.publishAsync(`retorna/retorna/${mac}`, lectura(), { qos: 1 })
      expect([uno.connected, otro.connected]).toEqual([true, true])
      const fin = ended(uno)
      const mismo = await open(options)
      expect(await fin).toBe('closed')
      await mismo.publishAsync(`retorna/retorna/${GW}`, lectura(), { qos: 1 })
      expect([mismo.connected, otro.connected]).toEqual([true, true])
      await Promise.all([mismo, otro].map((c) => c.endAsync()))
    },
  )

  test('a last will for another topic is not published', async () => {
    await p.register('AC233F0EA0F0', 'SmartBle', '20014-390')
    const payload = Buffer.from(lectura({ mac: 'AC233F0EA0F0', lector: 'C300000E0A03' }))
    const client = await open({
      will: { topic: 'retorna/retorna/C300000E0A03', payload, qos: 1, retain: false },
    })
    client.stream.destroy()
    await sleep(300)
    expect((await p.device('AC233F0EA0F0')).UltimoRegistro).toBeNull()
    expect(await good()).toBe(true)
  })

  test('a revoked credential ends at its next word', async () => {
    const client = await open()
    c = await p.issue(GW)
    const fin = ended(client)
    client.publish(`retorna/retorna/${GW}`, lectura(), { qos: 1 })
    expect(await fin).toBe('closed')
  })

  test('an enormous packet is cut off before it is gathered', async () => {
    const client = await open()
    const fin = ended(client)
    client.publish(`retorna/retorna/${GW}`, 'x'.repeat(3 << 20), { qos: 1 })
    expect(await fin).toBe('closed')
    expect(await good()).toBe(true)
  })

  test('ten thousand connections of garbage, and the next good reading goes through', {
    tags: ['slow'],
  }, async () => {
    const descriptores = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
    const { body: priors } = await p.call<string>('GET', '/metrics')
    const rechazados = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/rechazados_total\{via="mqtt",motivo="(\w+)"\} (\d+)/g)].map((m) => [
          m[1],
          Number(m[2]),
        ]),
      )
    const abiertos = descriptores()
    await sendFuzz(Number(new URL(url(p)).port), 10_000)
    expect(await good()).toBe(true)
    await vi.waitFor(async () => {
      const { body } = await p.call<string>('GET', '/metrics')
      expect(body).toMatch(/^retorna_mqtt_conexiones 0$/m)
      const [before, now] = [rechazados(priors), rechazados(body)]
      const grew = (motivo: string) => (now[motivo] ?? 0) - (before[motivo] ?? 0)
      expect(grew('sin_credencial')).toBe(2500)
      expect(grew('demasiado_grande')).toBeGreaterThanOrEqual(2500)
      // Some noise looks like the beginning of a valid packet, and is not refused.
      expect(grew('conexion')).toBeGreaterThan(1000)
      expect(descriptores()).toBeLessThan(abiertos + 50)
    }, 5000)
  })
})
