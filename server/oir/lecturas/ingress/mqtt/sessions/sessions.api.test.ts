// @module-tag slow: starts, kills and ends whole programs
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { nuevoNombre } from '../../../../../testing/databases/plantilla'
import { endSessions, nameAt } from '../../../../../testing/mqtt/sessions'
import { NEEDS_NATS, startLogNats } from '../../../../../testing/nats'
import { needs } from '../../../../../testing/necesita'
import { end, type Process, ready, usePrograms } from '../../../../../testing/programs/programs'
import { type Prueba, startPrueba } from '../../../../../testing/retorna'
import { SESSIONS } from './repo-sessions'

vi.setConfig({ testTimeout: 240_000 })

const GW = 'C30000EE0001'
const BROKER = inject('base').mqtt ?? ''
/** Every acknowledged message is applied within this time, whatever processes do. */
const LIMIT_MS = 15_000
/** Time between two messages. */
const PACE_MS = 25

const NEEDS_OUTSIDE = needs(BROKER !== '', 'no hay un broker MQTT externo')

/** Containers that are heard once each: one event of each, and no more, says that its message was applied once. */
async function createTags(p: Prueba, from: number, n: number): Promise<string[]> {
  const macs = Array.from(
    { length: n },
    (_, i) => `AC23EE${(from + i).toString(16).toUpperCase().padStart(6, '0')}`,
  )
  await p.servidor.pool.query(
    `insert into dispositivo (empresa_id, mac, tipo, apodo)
     select 1, m.mac, 'SmartBle', '20091-' || ($2 + m.i) from unnest($1::text[]) with ordinality m(mac, i)`,
    [macs, from],
  )
  return macs
}

const countHeard = async (p: Prueba, macs: string[]) =>
  (
    await p.servidor.pool.query<{ heard: number; events: number }>(
      `select count(distinct e.dispositivo_id)::int as heard,
         (select count(*)::int from evento v join dispositivo d on d.id = v.dispositivo_id where d.mac = any($1)) as events
       from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id
       where d.mac = any($1) and e.ultimo_registro is not null`,
      [macs],
    )
  ).rows[0]

describe.runIf(inject('base').hay && BROKER !== '')('sessions at an outside broker', NEEDS_OUTSIDE, () => {
  const programs = usePrograms()
  let p: Prueba
  let sender: mqtt.MqttClient
  const groups: string[] = []
  const newGroup = () => {
    const group = nuevoNombre()
    groups.push(group)
    return group
  }
  let used = 0
  let started = 0

  beforeAll(async () => {
    p = await startPrueba({ ROLES: 'api' })
    await p.register(GW, 'Reader', 'LEC-EE1')
    sender = await mqtt.connectAsync(BROKER)
  })
  afterAll(async () => {
    await sender.endAsync()
    for (const group of groups) await endSessions(BROKER, await nameAt(p.servidor.pool, group))
    await p.stop()
  })

  /** Start a program that reads from the broker: each on what looks like another machine. */
  async function startReader(group: string, env: Record<string, string>): Promise<Process> {
    const process = programs.serve(`reader-${++started}`, {
      DATABASE_URL: p.url,
      MQTT_URL: BROKER,
      MQTT_GRUPO: group,
      LOG_LEVEL: 'warn',
      ...env,
    })
    await ready(process)
    return process
  }

  /** Send one message of each of `n` new containers, while `meanwhile` runs; all acknowledged by the broker. */
  async function send(n: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<string[]> {
    const macs = await createTags(p, used, n)
    used += n
    const sent = (async () => {
      const acknowledged = macs.map(async (mac, i) => {
        await sleep(i * PACE_MS)
        const text = JSON.stringify({
          mac,
          rssi: -60,
          tiempo: new Date().toISOString(),
          contador_movimiento: 1,
        })
        await sender.publishAsync(`retorna/retorna/${GW}`, text, { qos: 1 })
      })
      await Promise.all(acknowledged)
    })()
    await Promise.all([sent, meanwhile()])
    return macs
  }

  const expectApplied = async (macs: string[]) => {
    const all = { heard: macs.length, events: macs.length }
    await vi.waitFor(async () => expect(await countHeard(p, macs)).toEqual(all), {
      timeout: LIMIT_MS,
      interval: 200,
    })
  }

  const listHolders = async () =>
    (
      await p.servidor.pool.query<{ n: number }>(
        `select count(*)::int as n from mqtt_sesion s join mqtt_proceso p on p.id = s.proceso
         where p.visto > now() - interval '6 s' group by p.id order by 1`,
      )
    ).rows.map((r) => r.n)
  const expectShares = (shares: number[]) =>
    vi.waitFor(async () => expect(await listHolders()).toEqual(shares), { timeout: LIMIT_MS, interval: 200 })

  test('one process after another: killed, ended, and under another name', async () => {
    const group = newGroup()
    const a = await startReader(group, { ROLES: 'all' })
    await expectApplied(await send(60))
    const [orphans, b] = await Promise.all([
      send(80, () => sleep(500).then(() => end(a.proceso, 'SIGKILL'))),
      sleep(2500).then(() => startReader(group, { ROLES: 'all' })),
    ])
    await expectApplied(orphans)
    await end(b.proceso, 'SIGTERM')
    // Nobody lives: the broker keeps them for whoever comes.
    const waiting = await send(60)
    await startReader(group, { ROLES: 'all' })
    await expectApplied(waiting)
  })

  describe('of several processes', NEEDS_NATS, () => {
    let nats: Awaited<ReturnType<typeof startLogNats>>
    beforeAll(async () => {
      nats = await startLogNats()
    })
    afterAll(() => nats.stop())

    test('from one to three and back to one under load: each message is applied once', async () => {
      const group = newGroup()
      const start = () => startReader(group, { ROLES: 'ingest', NATS_URL: nats.url })
      const a = await start()
      await expectApplied(await send(40))
      let b = a
      let c = a
      const grown = await send(200, async () => {
        ;[b, c] = await Promise.all([start(), start()])
      })
      await expectApplied(grown)
      await expectShares([10, 11, 11])
      const killed = await send(200, () => sleep(1000).then(() => end(a.proceso, 'SIGKILL')))
      await expectApplied(killed)
      const ended = await send(200, () => sleep(1000).then(() => end(b.proceso, 'SIGTERM')))
      await expectApplied(ended)
      await expectShares([SESSIONS])
      expect(c.salida()).not.toMatch(/something else uses|has forgotten/)
    })
  })

  test('what takes sessions over is told of, once', async () => {
    const group = newGroup()
    const reader = await startReader(group, { ROLES: 'all' })
    await expectApplied(await send(10))
    const name = await nameAt(p.servidor.pool, group)
    // A copy of this database elsewhere: the same names.
    const other = await mqtt.connectAsync(BROKER, {
      clientId: `${name}-1`,
      protocolVersion: 5,
      reconnectPeriod: 300,
    })
    await vi.waitFor(
      () => expect(reader.salida()).toContain('something else uses the MQTT sessions'),
      LIMIT_MS,
    )
    await other.endAsync(true)
    await expectApplied(await send(40))
    expect(reader.salida().match(/something else uses/g)).toHaveLength(1)
  })
})
