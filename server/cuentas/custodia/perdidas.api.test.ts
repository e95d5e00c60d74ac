import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaDiferencia } from '#contract/cuentas/custodia/custodia'
import type { FilaPerdida } from '#contract/cuentas/perdidas/perdidas'
import { createDb } from '../../platform/db/client'
import { type PuestaCustodia, startCustodia } from '../../testing/custodia'
import { keepPerdidas } from '../perdidas/service'

describe.runIf(inject('base').hay)('what is lost is lost in the book and on the ladder', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
    await c.p.servidor.jobs.stop()
  })
  afterAll(() => c.p.stop())

  /** Nobody has heard the container since so many days; the ladder and the book are updated. */
  async function hush(id: number, days: number) {
    await c.query(
      'update dispositivo_estado set ultimo_registro = now() - make_interval(days => $2) where dispositivo_id = $1',
      [id, days],
    )
    await keep()
  }
  async function keep() {
    await keepPerdidas(createDb(c.p.servidor.pool), c.p.config.TZ_PLANTA)
    await c.keep()
  }
  const rungOf = async (mac: string) =>
    (await c.get<{ data: FilaPerdida[] }>(`/api/perdidas/lista?search=${mac}`)).data[0]?.peldano ?? 'visto'
  const declared = async () =>
    Number((await c.query('select count(*) as n from perdida_declarada where recuperada is null')).rows[0].n)
  const differs = async (mac: string) =>
    (await c.get<{ data: FilaDiferencia[] }>('/api/custodia/diferencias?per_page=200')).data.some(
      (f) => f.mac === mac,
    )
  const say = (mac: string, clase: string) =>
    c.ok<{ asientos: number[] }>('POST', '/api/perdidas/asientos', { contenedores: [mac], clase }, 'admin')

  test('a loss that a partner accepts is declared, counts in the year, and is undone on both sides', async () => {
    const { norte } = c
    const { mac, id } = await c.put('F-1', [50, 'Casa'], [40, 'Norte'])
    const heard = await c.put('F-2', [50, 'Casa'], [40, 'Norte'])
    await c.keep()
    await hush(id, 20)
    expect([await c.saldoOf(norte), await rungOf(mac), await declared()]).toEqual([2, 'en_busqueda', 0])
    const accept = () =>
      c.enter({
        tercero: norte.id,
        clase: 'perdida',
        contenedores: [mac, heard.mac],
        nota: 'Reunión de noviembre',
      })
    const { movimientos } = await accept()
    expect([await c.saldoOf(norte), await rungOf(mac), await declared()]).toEqual([0, 'declarada', 1])
    // One that is heard is on no rung.
    expect(await rungOf(heard.mac)).toBe('visto')
    const { rows } = await c.query(
      'select s.clase, s.nota, u.username from perdida_asiento s join usuario u on u.id = s.persona_id where s.dispositivo_id = $1',
      [id],
    )
    expect(rows).toEqual([{ clase: 'declarada', nota: 'Reunión de noviembre', username: 'operario' }])
    await keep()
    expect([await differs(mac), await differs(heard.mac)]).toEqual([false, true])
    await c.checkBook()
    await c.ok('POST', `/api/custodia/movimientos/${movimientos[0]}/deshacer`, {})
    expect([await c.saldoOf(norte), await rungOf(mac), await declared()]).toEqual([2, 'en_busqueda', 0])
    await c.checkBook()
    // What an administrator has said since stays.
    await accept()
    await say(mac, 'baja')
    const last = (await c.statement(norte, '&search=F-1')).data[0]
    await c.ok('POST', `/api/custodia/movimientos/${last?.id}/deshacer`, {})
    expect(await rungOf(mac)).toBe('baja')
    await keep()
    expect(await c.saldoOf(norte)).toBe(1)
    await c.checkBook()
  })

  test('what is written off leaves its account, and is put back when that is taken back or it is heard', async () => {
    const { norte } = c
    const { mac, id } = await c.put('F-3', [50, 'Casa'], [40, 'Norte'])
    await c.keep()
    const [n, own] = [(await c.saldoOf(norte)) as number, await c.saldoOf(null)]
    await hush(id, 20)
    await say(mac, 'declarada')
    await keep()
    // The partner has accepted nothing.
    expect(await c.saldoOf(norte)).toBe(n)
    const { asientos } = await say(mac, 'baja')
    await keep()
    expect([await c.saldoOf(norte), await c.saldoOf(null), await differs(mac)]).toEqual([n - 1, own, false])
    expect((await c.statement(norte, '&search=F-3')).data[0]).toMatchObject({
      clase: 'baja',
      cantidad: -1,
      otro: 'fuera',
    })
    await c.checkBook()
    await c.ok('POST', '/api/perdidas/anular', { asientos }, 'admin')
    await keep()
    expect([await c.saldoOf(norte), await rungOf(mac)]).toEqual([n, 'declarada'])
    await say(mac, 'baja')
    await keep()
    expect(await c.saldoOf(norte)).toBe(n - 1)
    // It is heard again where it was.
    await c.query('update dispositivo_estado set ultimo_registro = now() where dispositivo_id = $1', [id])
    await keep()
    expect([await c.saldoOf(norte), await rungOf(mac), await differs(mac)]).toEqual([n, 'visto', false])
    const before = (await c.rowsOf()).length
    await c.query(
      "insert into custodia_pendiente (empresa_id, dispositivo_id, desde) values (1, $1, '-infinity')",
      [id],
    )
    await keep()
    expect((await c.rowsOf()).length).toBe(before)
    await c.checkBook()
  })
})
