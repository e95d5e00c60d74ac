// @module-tag slow: a NATS server of its own
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Server, startServer } from '../../../start/server'
import { NEEDS_NATS, startLogNats } from '../../../testing/nats'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { PARTITIONS } from '../pipeline/ownership/partition'

const GW = 'C30000BB0001'
const TAGS = Array.from(
  { length: 24 },
  (_, i) => `AC233FBA00${(i + 1).toString(16).toUpperCase().padStart(2, '0')}`,
)

describe.runIf(inject('base').hay)('the log on NATS', NEEDS_NATS, () => {
  let nats: Awaited<ReturnType<typeof startLogNats>>
  let p: Prueba
  let credencial: { usuario: string; clave: string }
  const otros: Server[] = []
  let n = 0

  beforeAll(async () => {
    nats = await startLogNats()
    p = await startPrueba({ NATS_URL: nats.url })
    await p.register(GW, 'Reader', 'LEC-BB1')
    for (const [i, mac] of TAGS.entries()) await p.register(mac, 'SmartBle', `20066-${i + 1}`)
    credencial = await p.issue(GW)
  })
  afterAll(async () => {
    for (const s of otros) await s.stop()
    await p.stop()
    await nats.stop()
  })

  async function startOtro(roles: 'all' | 'api' = 'all'): Promise<Server> {
    const s = await startServer({ ...p.config, PORT: 0, ROLES: roles })
    otros.push(s)
    return s
  }

  /** One message with a reading of each of these tags. */
  async function send(url: string, macs: readonly string[], mas: object = {}) {
    const res = await fetch(`${url}/api/lecturas/retorna`, {
      method: 'POST',
      headers: { authorization: p.basic(credencial) },
      body: JSON.stringify(
        macs.map((mac) => ({
          mac,
          rssi: -60,
          tiempo: new Date().toISOString(),
          secuencia: ++n,
          ...mas,
        })),
      ),
    })
    return { status: res.status, body: await res.json() }
  }

  const counters = async () =>
    (
      await p.servidor.pool.query<{ c: number }>(
        `select contador_movimiento as c from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id
         where d.mac = any($1) order by d.mac`,
        [TAGS],
      )
    ).rows.map((r) => r.c)

  const duenos = async () =>
    (
      await p.servidor.pool.query<{ n: number }>(
        `select count(*)::int as n from carril where numero > 0 and proceso in
           (select id from ingesta_proceso where visto > now() - interval '6 s') group by proceso order by 1`,
      )
    ).rows.map((r) => r.n)

  /** What is not applied within this time counts as lost. */
  const soon = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 20_000, interval: 100 })

  test('what the sender is told is kept is applied, each device in its carril; the unknown are counted', async () => {
    const r = await send(p.servidor.url, [...TAGS, 'AC233FBA0FFF'], { contador_movimiento: 1 })
    expect(r).toEqual({
      status: 200,
      body: { aceptadas: 24, duplicadas: 0, sin_registrar: 1, rechazadas: 0 },
    })
    await soon(async () => expect(await counters()).toEqual(TAGS.map(() => 1)))
    await soon(async () => {
      const { rows } = await p.servidor.pool.query('select mac, veces from visto_sin_registrar')
      expect(rows).toEqual([{ mac: 'AC233FBA0FFF', veces: 1 }])
    })
    const { rows } = await p.servidor.pool.query('select numero from carril where posicion > 0 order by 1')
    expect(rows.length).toBe(PARTITIONS)
    const lectores = await p.call<{ mac: string; mensajes_minuto: number }[]>('GET', '/api/lectores', {
      cookie: await p.as('admin'),
    })
    expect(lectores.body.find((l) => l.mac === GW)).toMatchObject({ mensajes_minuto: 1 })
    // Only the partition of the reader writes its heartbeat.
    const heartbeats = await p.servidor.pool.query(
      'select count(*)::int as n from dispositivo_estado where mensajes > 0',
    )
    expect(heartbeats.rows).toEqual([{ n: 1 }])
  })

  test('another reader`s readings are refused at the door, and nothing of them is kept', async () => {
    const res = await fetch(`${p.servidor.url}/api/lecturas/retorna`, {
      method: 'POST',
      headers: { authorization: p.basic(credencial) },
      body: JSON.stringify([{ lector: 'C30000BB0002', mac: TAGS[0], rssi: -60, contador_movimiento: 99 }]),
    })
    expect(res.status).toBe(403)
  })

  test('processes that come and go divide the carriles; nothing is lost or applied twice', async () => {
    expect(await duenos()).toEqual([8])
    let movido = 1
    const sendAll = async (url: string) => {
      const r = await send(url, TAGS, { contador_movimiento: ++movido })
      expect(r.status).toBe(200)
    }
    const second = await startOtro()
    await soon(async () => {
      await sendAll(movido % 2 ? p.servidor.url : second.url)
      expect(await duenos()).toEqual([4, 4])
    })
    const tercero = await startOtro()
    await soon(async () => {
      await sendAll(tercero.url)
      expect(await duenos()).toEqual([2, 3, 3])
    })
    await otros.pop()?.stop()
    await soon(async () => {
      await sendAll(second.url)
      expect(await duenos()).toEqual([4, 4])
    })
    await otros.pop()?.stop()
    await soon(async () => expect(await duenos()).toEqual([8]))
    await soon(async () => expect(await counters()).toEqual(TAGS.map(() => movido)))
    const { rows } = await p.servidor.pool.query(
      `select (select count(*) from evento) = (select sum(n) from evento_cuenta) as iguales,
         (select max(veces) from (select count(*) as veces from evento group by dispositivo_id) x) as eventos`,
    )
    expect(rows[0].iguales).toBe(true)
    // At rest and in movement: each is reported once, whichever process applied it.
    expect(rows[0].eventos).toBeLessThanOrEqual(2)
  })

  test('a process that only talks to people takes readings too', async () => {
    const api = await startOtro('api')
    expect((await send(api.url, TAGS, { contador_movimiento: 1000 })).status).toBe(200)
    await soon(async () => expect(await counters()).toEqual(TAGS.map(() => 1000)))
    await otros.pop()?.stop()
  })

  test('a database that went back to an earlier moment is brought up to date from the log', async () => {
    const { pool } = p.servidor
    const before = await pool.query('select numero, posicion from carril where numero > 0')
    await send(p.servidor.url, TAGS, { contador_movimiento: 1001 })
    await soon(async () => expect(await counters()).toEqual(TAGS.map(() => 1001)))
    // As if a replica without the last transactions had taken over.
    const c = await pool.connect()
    await c.query('begin')
    for (const { numero, posicion: offset } of before.rows)
      await c.query('update carril set posicion = $2 where numero = $1', [numero, offset])
    await c.query(
      `update dispositivo_estado set contador_movimiento = 1000, huella = 0, ultimo_registro = ultimo_registro - interval '1 s'
       where dispositivo_id in (select id from dispositivo where mac = any($1))`,
      [TAGS],
    )
    await c.query('commit')
    c.release()
    await soon(async () => {
      await send(p.servidor.url, TAGS.slice(0, 1), {})
      expect(await counters()).toEqual(TAGS.map(() => 1001))
    })
  })
})
