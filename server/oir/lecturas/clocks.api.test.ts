import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C30000000A01'

describe.runIf(inject('base').hay)('clocks of readers', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-A1')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const lectura = (mas: object) => JSON.stringify({ rssi: -60, ...mas })

  test('a clock within ten minutes is believed; another is replaced by ours and its skew kept', async () => {
    const hace5 = new Date(Date.now() - 5 * 60_000)
    await p.register('AC233F00A010', 'SmartBle', '20014-110')
    await p.send('retorna', lectura({ mac: 'AC233F00A010', tiempo: hace5.toISOString() }), c)
    expect(Date.parse((await p.device('AC233F00A010')).UltimoRegistro as string)).toBe(hace5.getTime())
    await p.register('AC233F00A011', 'SmartBle', '20014-111')
    await p.send('retorna', lectura({ mac: 'AC233F00A011', tiempo: '2019-08-01T05:54:25Z' }), c)
    expect(Date.now() - Date.parse((await p.device('AC233F00A011')).UltimoRegistro as string)).toBeLessThan(
      10_000,
    )
    expect(await clockOffsetOf(GW)).toBeLessThan(-200_000_000)
    await p.send('retorna', JSON.stringify([{ lector: GW, tiempo: Date.now() - 7_200_000 }]), c)
    expect(Math.round((await clockOffsetOf(GW)) / 60)).toBe(-120)
    // Readings that it kept for an hour come together with present ones: its clock is right.
    const times = [Date.now() - 3_600_000, Date.now(), Date.now() - 1_800_000]
    await p.send('retorna', JSON.stringify(times.map((tiempo) => ({ mac: 'AC233F00A011', tiempo }))), c)
    expect(Math.abs(await clockOffsetOf(GW))).toBeLessThan(5)
  })

  async function clockOffsetOf(mac: string): Promise<number> {
    const r = await p.call<{ mac: string; desfase_s: number }[]>('GET', '/api/lectores', {
      cookie: await p.as('admin'),
    })
    return r.body.find((l) => l.mac === mac)?.desfase_s ?? Number.NaN
  }
})
