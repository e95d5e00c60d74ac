import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const DAY_MS = 86_400_000

describe.runIf(inject('base').hay)('the age of a cursor', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    await p.register('AC0000000001', 'SmartBle', '20014-1')
  })
  afterAll(() => p.stop())
  afterEach(() => void vi.useRealTimers())

  const passDays = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS })
  const read = async (cursor: string) => {
    const r = await fetch(
      `${p.servidor.url}/api/datos/incidencias?limite=1${cursor && `&cursor=${cursor}`}`,
      {
        headers: { cookie },
      },
    )
    const rows = (await r.text()).split('\n').filter(Boolean).length
    return { status: r.status, rows, next: r.headers.get('cursor-siguiente') ?? '' }
  }
  /** Reads on until no rows come. */
  async function readOn(cursor: string) {
    for (let at = await read(cursor); ; at = await read(at.next)) if (!at.rows) return at.next
  }
  const happen = (times: number) =>
    p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta)
       select 1, d.id, clock_timestamp(), clock_timestamp() from dispositivo d, generate_series(1, $1::int) where d.mac = 'AC0000000001'`,
      [times],
    )

  test('counts from its snapshot: pages that were read slowly make it no younger', async () => {
    const begin = await readOn('')
    await happen(2)
    const page = await read(begin)
    passDays(20)
    const last = await read(page.next)
    expect([page.rows, last.rows]).toEqual([1, 1])
    passDays(8)
    expect(await read(last.next)).toMatchObject({ status: 200, rows: 0 })
    // What changed after the first page is no longer kept.
    passDays(2)
    expect((await read(last.next)).status).toBe(410)
  })

  test('begins anew with each answer that ends, also after pages', async () => {
    const begin = await readOn('')
    passDays(20)
    await happen(2)
    const last = await readOn(begin)
    passDays(20)
    expect(await read(last)).toMatchObject({ status: 200, rows: 0 })
  })
})
