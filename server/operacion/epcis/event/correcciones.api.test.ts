import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  ago,
  HOUR,
  type PruebaEpcis,
  type Published,
  startEpcis,
  wordsOf,
} from '../../../testing/scenarios/epcis'

const DAY = 24 * HOUR
const day = (ms: number) => ago(ms).toISOString().slice(0, 10)

describe.runIf(inject('base').hay)('EPCIS 2.0: what is amended long after', () => {
  let e: PruebaEpcis
  beforeAll(async () => {
    e = await startEpcis()
    await e.pool.query("update dispositivo set creado = now() - interval '80 days' where tipo <> 'Reader'")
    await e.put({ desde: day(90 * DAY) })
    await e.contar()
  })
  afterAll(() => e.p.stop())

  /** Events of a container published since `before`, in order of publishing. */
  const since = async (mac: string, before: readonly Published[]) => {
    const known = new Set(before.map((x) => x.recordTime + x.eventID))
    return (await e.events()).filter(
      (x) => !known.has(x.recordTime + x.eventID) && JSON.stringify(x).includes(`.${e.ids.get(mac)}"`),
    )
  }
  const words = async (mac: string, before: readonly Published[]) => (await since(mac, before)).map(wordsOf)

  test('a person who takes damage of two months ago back declares it wrong', async () => {
    const mac = 'AABBCC000000'
    const start = await e.events()
    await e.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, pico_g) values (1, $1, $2, $2, 6)`,
      [e.ids.get(mac), ago(60 * DAY)],
    )
    await e.contar()
    const { rows } = await e.pool.query('select tiempo from incidencia')
    const review = async (danio: boolean) => {
      const r = await e.p.call('POST', '/api/set_impacto', {
        body: {
          dispositivo: mac,
          time: rows[0].tiempo.toISOString(),
          revisado: false,
          hubo_golpe_real: true,
          hubo_danio: danio,
        },
        cookie: await e.p.as('operario'),
      })
      expect(r).toMatchObject({ status: 200 })
      await e.contar()
    }
    await review(true)
    expect(await words(mac, start)).toEqual(['sensor_reporting', 'inspecting'])
    const before = await e.events()
    await review(false)
    expect(await words(mac, before)).toEqual(['inspecting did_not_occur'])
    await review(true)
    expect((await since(mac, before)).at(-1)).toMatchObject({ bizStep: 'inspecting', 'retorna:vez': 2 })
  })

  test('a container that is back after two months was not at its end', async () => {
    const mac = 'AABBCC000001'
    const body = { ids: [Number(e.ids.get(mac))] }
    const cookie = await e.p.as('admin')
    expect((await e.p.call('POST', '/api/delete_devices', { body, cookie })).status).toBe(200)
    await e.pool.query('update dispositivo set eliminado = $2 where id = $1', [body.ids[0], ago(50 * DAY)])
    await e.contar()
    const before = await e.events()
    expect(before.at(-1)).toMatchObject({ bizStep: 'decommissioning' })
    expect((await e.p.call('POST', '/api/restore_devices', { body, cookie })).status).toBe(200)
    await e.contar()
    expect(await words(mac, before)).toEqual(['decommissioning did_not_occur'])
  })

  test('stays and changes that the retention removed are not declared wrong, whatever is looked at', async () => {
    const mac = 'AABBCC000002'
    await e.stay(mac, 'Muelle', [40 * DAY, 39 * DAY])
    await e.stay(mac, 'Taller', [5 * DAY, 4 * DAY])
    await e.pool.query(
      `insert into cambio (empresa_id, dispositivo_id, clase, de, a, tiempo, motivo) values
         (1, $1, 'estado', 'Ubicado', 'Posible extravío', $2, 'silencio')`,
      [e.ids.get(mac), ago(38 * DAY)],
    )
    await e.contar()
    const before = await e.events()
    await e.pool.query('delete from estancia where dispositivo_id = $1 and hasta < $2', [
      e.ids.get(mac),
      ago(30 * DAY),
    ])
    await e.pool.query('delete from cambio where dispositivo_id = $1', [e.ids.get(mac)])
    await e.contar()
    expect(await words(mac, before)).toEqual([])
    // A late end of a stay does not change the identity of its beginning.
    await e.pool.query('update estancia set hasta = $2 where dispositivo_id = $1', [
      e.ids.get(mac),
      ago(3 * DAY),
    ])
    await e.contar()
    const t = e.place('Taller')
    expect(await words(mac, before)).toEqual([`departing ${t} incorrect_data`, `departing ${t}`])
  })
})
