import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keepPerdidas } from '../../../cuentas/perdidas/service'
import {
  ago,
  HOUR,
  type PruebaEpcis,
  type Published,
  startEpcis,
  wordsOf,
} from '../../../testing/scenarios/epcis'

const DAY = 24 * HOUR

describe.runIf(inject('base').hay)('EPCIS 2.0: what people write off', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
    await e.put()
    await e.contar()
  })
  afterAll(() => e.p.stop())

  const post = async (path: string, body: unknown) => {
    const r = await e.p.call<{ asientos: number[] }>('POST', path, { body, cookie: await e.p.as('admin') })
    expect([path, r.status]).toEqual([path, 200])
    return r.body.asientos
  }
  const hear = (mac: string, when: Date) =>
    e.pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde)
       select id, empresa_id, $2, $2 from dispositivo where mac = $1
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro`,
      [mac, when],
    )
  const say = (mac: string, clase: string) => post('/api/perdidas/asientos', { contenedores: [mac], clase })
  /** A container that was silent for 40 days is declared lost and written off. */
  async function writeOff(mac: string) {
    await hear(mac, ago(40 * DAY))
    await say(mac, 'declarada')
    const [asiento] = await say(mac, 'baja')
    await e.contar()
    return asiento
  }
  const endsOf = async (mac: string): Promise<Published[]> =>
    (await e.events()).filter(
      (x) => x.bizStep === 'decommissioning' && JSON.stringify(x).includes(`.${e.ids.get(mac)}"`),
    )
  const words = async (mac: string) => (await endsOf(mac)).map(wordsOf)
  const TAKEN_BACK = ['decommissioning', 'decommissioning did_not_occur']

  test('a write-off is published as of the moment when it was said, and declared wrong when it is undone', async () => {
    const mac = 'AABBCC000000'
    const asiento = await writeOff(mac)
    const { rows } = await e.pool.query('select momento from perdida_asiento where id = $1', [asiento])
    const [end] = await endsOf(mac)
    expect(end).toMatchObject({
      type: 'ObjectEvent',
      action: 'DELETE',
      disposition: 'inactive',
      epcList: [`urn:epc:id:grai:8412345.00001.${e.ids.get(mac)}`],
    })
    expect(Date.parse(end?.eventTime ?? '')).toBe(rows[0].momento.getTime())
    await post('/api/perdidas/anular', { asientos: [asiento] })
    await e.contar()
    expect(await words(mac)).toEqual(TAKEN_BACK)
    expect((await endsOf(mac))[1]?.eventID).toBe(end?.eventID)
    // It is still declared lost: written off anew, it is published anew.
    await say(mac, 'baja')
    await e.contar()
    expect(await words(mac)).toEqual([...TAKEN_BACK, 'decommissioning'])
  })

  test('one that is heard again was not at its end, and may come to it later', async () => {
    const mac = 'AABBCC000001'
    await writeOff(mac)
    await hear(mac, new Date())
    await keepPerdidas(e.p.servidor.db, e.p.config.TZ_PLANTA)
    await e.contar()
    expect(await words(mac)).toEqual(TAKEN_BACK)
    await e.pool.query('update dispositivo set eliminado = now() where mac = $1', [mac])
    await e.contar()
    expect(await words(mac)).toEqual([...TAKEN_BACK, 'decommissioning'])
  })

  test('one that is written off and then deleted is at its end once, also when it is restored and deleted again', async () => {
    const mac = 'AABBCC000002'
    const body = { ids: [Number(e.ids.get(mac))] }
    await writeOff(mac)
    for (const call of ['delete', 'restore', 'delete']) {
      expect(
        (await e.p.call('POST', `/api/${call}_devices`, { body, cookie: await e.p.as('admin') })).status,
      ).toBe(200)
      await keepPerdidas(e.p.servidor.db, e.p.config.TZ_PLANTA)
      await e.contar()
      expect([call, await words(mac)]).toEqual([call, ['decommissioning']])
    }
  })

  test('looked for or declared lost is no end, nor is anything asked for in a company that does not publish', async () => {
    const mac = 'AABBCC000003'
    await hear(mac, ago(40 * DAY))
    await say(mac, 'declarada')
    await e.contar()
    expect(await words(mac)).toEqual([])
    await writeOff('AABBCC000005')
    const { rows } = await e.pool.query('select from epcis_pendiente where empresa_id = 2')
    expect(rows).toEqual([])
  })
})
