import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C300000A4001'
const OTRO = 'C300000A4002'
const NOMBRE = 'OPENMQTTGATEWAY'
const TAG = 'AC233F0A4001'
const NADA = { aceptadas: 0, duplicadas: 0, sin_registrar: 0, rechazadas: 0 }

describe.runIf(inject('base').hay)('what is acknowledged is not gone', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-A41')
    await p.register(OTRO, 'Reader', 'LEC-A42')
    await p.register(NOMBRE, 'Reader', 'LEC-A43')
    await p.register(TAG, 'SmartBle', '20014-411')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  type Waiting = { id: string; motivo: string; muestra: string }
  const waiting = async () =>
    (await p.call<Waiting[]>('GET', '/api/cuarentena', { cookie: await p.as('admin') })).body
  const replay = async (id: string | undefined) =>
    (await p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie: await p.as('admin') })).body
  const heardAt = async (mac: string) => {
    const { rows } = await p.servidor.pool.query<{ t: Date | null }>(
      'select e.recibido as t from dispositivo d left join dispositivo_estado e on e.dispositivo_id = d.id where d.mac = $1',
      [mac],
    )
    return rows[0]?.t ?? null
  }

  test('a list with nothing in it is a sign of life of its sender', async () => {
    const before = await heardAt(GW)
    const r = await p.send('minew', '[]', c)
    expect([r.status, r.body]).toEqual([200, NADA])
    expect((await heardAt(GW))?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
  })

  test('that a tag is heard no more leaves it as it was', async () => {
    await p.send('theengs', JSON.stringify({ id: TAG, rssi: -60, batt: 50 }), c)
    const before = await p.device(TAG)
    for (const mas of [{ presence: 'absent' }, { state: 'offline' }])
      expect((await p.send('theengs', JSON.stringify({ id: TAG, ...mas }), c)).body).toEqual(NADA)
    expect((await p.device(TAG)).UltimoRegistro).toBe(before.UltimoRegistro)
  })

  test('a sign of life of a reader that nobody registered, or of another one, is refused aloud', async () => {
    const alive = (gmac: string) => p.send('kkm', JSON.stringify({ msg: 'alive', gmac }), c)
    expect([(await alive(OTRO)).status, (await alive(OTRO)).body.code]).toEqual([403, 'lector_ajeno'])
    const puente = await p.issue(OTRO, true)
    const r = await p.send('kkm', JSON.stringify({ msg: 'alive', gmac: 'C300000A40FF' }), puente)
    expect([r.status, r.body.code]).toEqual([422, 'lector_desconocido'])
    expect((await waiting()).map((w) => w.muestra).join()).toContain('C300000A40FF')
  })

  test('a scan of the older MOKO protocol is read', async () => {
    const value = { mac: TAG, rssi: -53, type: 'Unknown', 'raw data': '' }
    const text = JSON.stringify({ msg_id: 3004, device_info: { mac: GW }, data: [{ type: 0, value }] })
    expect((await p.send('moko', text, c)).body).toMatchObject({ aceptadas: 1 })
  })

  test.each([undefined, '', 'json'])('a message of the content type %j is read', async (type) => {
    const authorization = p.basic(c)
    const status = await new Promise<number | undefined>((done, fail) => {
      const headers = { authorization, ...(type !== undefined && { 'content-type': type }) }
      const sent = request(`${p.servidor.url}/api/lecturas/retorna`, { method: 'POST', headers }, (res) => {
        res.resume().on('end', () => done(res.statusCode))
      })
      sent.on('error', fail).end(JSON.stringify({ mac: TAG, rssi: -61, bateria: 44, caso: `${type}` }))
    })
    expect(status).toBe(200)
    expect((await p.device(TAG)).Bateria).toBe(44)
  })

  test("a reader registered by the name in its topic is known by it, at an outside broker and for a bridge's credential", async () => {
    const keep = (lector: string | null, tag: string) =>
      p.servidor.pool.query(
        `insert into cuarentena (formato, via, topic, motivo, detalle, huella, cuerpo, lector_id, empresa_id)
         select 'theengs', 'mqtt', $1, 'lector_desconocido', '', sha256($2), $2, d.id, case when d.id is not null then 1 end
         from (select 1) uno left join dispositivo d on d.mac = $3`,
        [
          `home/OpenMQTTGateway/BTtoMQTT/${tag}`,
          Buffer.from(JSON.stringify({ id: tag, rssi: -55, batt: 66 })),
          lector,
        ],
      )
    const senders = [
      [null, 'LEC-A43'],
      [OTRO, 'LEC-A43'],
      [GW, 'LEC-A41'],
    ] as const
    for (const [i, [sender, apodo]] of senders.entries()) {
      const tag = `AC233F0A401${i + 2}`
      await p.register(tag, 'SmartBle', `20014-42${i}`)
      await keep(sender, tag)
      const row = (await waiting()).find((w) => w.muestra.includes(tag))
      expect(await replay(row?.id)).toMatchObject({ aceptadas: 1, rechazadas: 0 })
      expect(await p.device(tag)).toMatchObject({ ApodoLector: apodo })
    }
  })
})
