// @module-tag slow: a NATS server of its own
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { NEEDS_NATS, openNats, startNats } from '../../../testing/nats'
import { freePorts } from '../../../testing/programs/ports'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { openLog } from './connection'
import { topicOf } from './entrada'
import { type Applied, askPurge, purgeLog } from './purge'

const GW = 'C30000BC0001'
const TAG = 'AC233FBC0001'

test.each([
  ['gw.C30000BC0001.status', 'gw/C30000BC0001/status'],
  ['/.gw.C30000BC0001.status', '/gw/C30000BC0001/status'],
])('the subject %s is the topic %s', (subject, topic) => expect(topicOf(subject)).toBe(topic))

describe.runIf(inject('base').hay)('gateways that end at NATS', NEEDS_NATS, () => {
  let folder: string
  let p: Prueba
  let centro: ReturnType<typeof startNats>
  let planta: ReturnType<typeof startNats>
  let ports: { nats: number; hoja: number; planta: number; mqtt: number }
  let startCentro: () => void
  let movido = 0

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-entrada-'))
    const [nats = 0, hoja = 0, suyo = 0, deMqtt = 0] = await freePorts(4)
    ports = { nats, hoja, planta: suyo, mqtt: deMqtt }
    startCentro = () => {
      centro = startNats(
        folder,
        'centro',
        `listen: "127.0.0.1:${nats}"\njetstream { domain: centro, store_dir: "$DIR" }\nleafnodes { listen: "127.0.0.1:${hoja}" }\n`,
      )
    }
    startCentro()
    planta = startNats(
      folder,
      'planta',
      `listen: "127.0.0.1:${suyo}"\njetstream { domain: planta, store_dir: "$DIR" }\nmqtt { listen: "127.0.0.1:${deMqtt}" }
leafnodes { remotes: [ { url: "nats-leaf://127.0.0.1:${hoja}" } ], reconnect: 1 }\n`,
    )
    const enPlanta = await openNats(suyo)
    const enCentro = await openNats(nats)
    // The server of the plant keeps what its gateways send, and the centre takes it from there.
    await (await jetstreamManager(enPlanta)).streams.add({
      name: 'ENTRADA',
      subjects: ['gw.*.status', 'retorna.>'],
    })
    await (await jetstreamManager(enCentro)).streams.add({
      name: 'ENTRADA',
      sources: [{ name: 'ENTRADA', external: { api: '$JS.planta.API', deliver: '' } }],
    })
    await enPlanta.close()
    await enCentro.close()
    p = await startPrueba({ NATS_URL: `nats://127.0.0.1:${nats}`, NATS_ENTRADA: 'ENTRADA' })
    await p.register(GW, 'Reader', 'LEC-BC1')
    await p.register(TAG, 'SmartBle', '20065-1')
  })
  afterAll(async () => {
    await p?.stop()
    await centro.stop()
    await planta.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Resolves once the plant's server has acknowledged it. */
  async function publish(): Promise<void> {
    const c = await mqtt.connectAsync(`mqtt://127.0.0.1:${ports.mqtt}`, {
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    const lectura = { mac: TAG, rssi: -60, tiempo: new Date().toISOString(), contador_movimiento: ++movido }
    await c.publishAsync(`retorna/retorna/${GW}`, JSON.stringify(lectura), { qos: 1 })
    await c.endAsync()
  }

  const counter = async () =>
    (
      await p.servidor.pool.query(
        'select contador_movimiento as c from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where d.mac = $1',
        [TAG],
      )
    ).rows[0]?.c

  const soon = () =>
    vi.waitFor(async () => expect(await counter()).toBe(movido), { timeout: 40_000, interval: 200 })

  test('what a gateway says to the MQTT listener of its plant is applied', async () => {
    await publish()
    await soon()
  })

  test('while the line to the centre is down the plant keeps it, and hands it on afterwards', async () => {
    await centro.stop()
    await publish()
    await publish()
    startCentro()
    await soon()
  })

  test('what was applied is dropped from the log by one job of all processes, and nothing else', async () => {
    await publish()
    await soon()
    const { db, pool } = p.servidor
    const log = { nombre: p.config.NATS_STREAM, replicas: 1 }
    const b = await openLog(`nats://127.0.0.1:${ports.nats}`, log, () => {})
    try {
      await Promise.all([1, 2, 3].map(() => askPurge(db, b)))
      const { rows } = await pool.query<{ data: Applied; s: number }>(
        "select data, extract(epoch from start_after - now())::float8 as s from jobs.job where name = 'limpieza.log'",
      )
      expect(rows).toHaveLength(1)
      const [{ data, s }] = rows as [{ data: Applied; s: number }]
      expect(s).toBeGreaterThan(14 * 60)
      const left = async () => (await b.jsm.streams.info(log.nombre)).state.messages
      const before = await left()
      expect(before).toBeGreaterThan(0)
      // As if the log had been created anew meanwhile.
      await purgeLog(b, { ...data, log: 'another' })
      expect(await left()).toBe(before)
      await publish()
      await soon()
      await purgeLog(b, data)
      // What arrived after `askPurge` stays until the next purge.
      expect(await left()).toBeGreaterThan(0)
      expect(await left()).toBeLessThan(before)
    } finally {
      await b.stop()
    }
  })
})
