import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { drawDeEmpresa } from '../../../platform/export/send'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'
import { fileExtracto } from '../export-file'

const DAY = 86_400_000

describe.runIf(inject('base').hay)('the file of a statement', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
    await c.p.servidor.jobs.stop()
  })
  afterAll(() => c.p.stop())

  const request = () => ({ db: c.p.servidor.db, query: { formato: 'xlsx' as const } })
  const make = () =>
    fileExtracto(
      request(),
      {
        tercero: c.norte.id,
        familia: null,
        search: null,
        disputa: false,
        desde: new Date(c.now - 5 * DAY),
        hasta: new Date(c.now + DAY),
        ajeno: false,
        zona: c.p.config.TZ_PLANTA,
      },
      { nombre: 'Norte SA', dias: { desde: '2026-01-01', hasta: '2026-01-06' } },
    )
  const openTransactions = async () =>
    Number(
      (
        await c.query(
          "select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        )
      ).rows[0].n,
    )

  test('its sums are those of its rows, whatever is entered between the request and the reading', async () => {
    const send = (cantidad: number) =>
      c.query(
        `insert into movimiento (empresa_id, momento, clase, familia, cantidad, a_id, anotado)
         values (1, now(), 'albaran', 'F', $1, $2, now())`,
        [cantidad, c.norte.id],
      )
    await send(40)
    const { flujo } = await drawDeEmpresa(request(), 1, make())
    await send(7)
    const { sheets } = await readXlsx(new Uint8Array(await buffer(flujo)))
    const [rows, about] = sheets.map((s) => s.rows)
    const titles = rows?.[0] as string[]
    const column = titles.findIndex((t) => t.startsWith('Cantidad') || t === 'Contenedores')
    const sum = (rows ?? []).slice(1).reduce((n, r) => n + Number(r[column]), 0)
    expect(sum).toBe(47)
    const said = new Map((about ?? []).map((r) => [r[0], r[1]]))
    expect(said.get('Entradas')).toBe('47')
    expect(said.get('Saldo final')).toBe('47')
  })

  test('what nobody reads, or stops to read, holds no connection', async () => {
    for (let i = 0; i < 30; i++) await drawDeEmpresa(request(), 1, make())
    for (let i = 0; i < 30; i++) {
      const { flujo } = await drawDeEmpresa(request(), 1, make())
      for await (const _ of flujo) break
      expect(flujo.destroyed).toBe(true)
    }
    await expect.poll(openTransactions).toBe(0)
    expect(c.p.servidor.pool.waitingCount).toBe(0)
  })
})
