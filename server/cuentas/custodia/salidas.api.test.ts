import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaExtracto, Prueba } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type PuestaCustodia, startCustodia } from '../../testing/custodia'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.runIf(inject('base').hay)('departures for a partner', () => {
  let c: PuestaCustodia
  let oeste: Tercero
  beforeAll(async () => {
    c = await startCustodia()
    oeste = await c.ok<Tercero>(
      'POST',
      '/api/custodia/terceros',
      { nombre: 'Oeste', clase: 'cliente', lugares: [], salidas: [c.ids.get('Muelle')] },
      'admin',
    )
    await c.query("update tercero_salida set desde = now() - interval '90 days'")
  })
  afterAll(() => c.p.stop())

  /** Makes every check that the book has scheduled due now. */
  const keep = async () => {
    await c.query('update custodia_pendiente set cuando = now()')
    await c.keep()
    await c.checkBook()
  }
  /** Sets when it was last heard at its place: this many hours ago. */
  const silence = (id: number, hours: number) =>
    c.query('update dispositivo_estado set ultimo_registro = $2 where dispositivo_id = $1', [
      id,
      new Date(c.now - hours * HOUR),
    ])
  /** Sets the stays of a container: place, days ago that it arrived, days ago that it was last heard. The last stay is still open. */
  async function lived(
    id: number,
    ...stays: [lugar: 'Casa' | 'Muelle' | 'Norte' | 'Sur', from: number, to: number][]
  ) {
    const [lugar, from] = stays.at(-1) as (typeof stays)[number]
    await c.stand(id, [from, lugar])
    await c.query('delete from estancia where dispositivo_id = $1', [id])
    for (const [donde, de, a] of stays.slice(0, -1))
      await c.query(
        `insert into estancia (empresa_id, dispositivo_id, lector_id, ubicacion_id, desde, hasta, silencio, certeza)
         values (1, $1, $2, $3, $4, $5, true, 0.9)`,
        [
          id,
          c.ids.get(`L ${donde}`),
          c.ids.get(donde),
          new Date(c.now - de * DAY),
          new Date(c.now - a * DAY),
        ],
      )
  }
  const told = async (t: Tercero, apodo: string) =>
    (await c.statement(t, `&search=${apodo}`)).data.map((f) => [f.clase, f.cantidad, f.lugar, f.anulada])
  const save = (t: Tercero, mas: object, quien = 'admin') =>
    c.send<Tercero & { code: string }>(
      'PUT',
      `/api/custodia/terceros/${t.id}`,
      { nombre: t.nombre, clase: t.clase, lugares: t.lugares.map((l) => l.id), ...mas },
      quien,
    )

  test('silence after the dock is a departure as of when it was heard last, once it has lasted as long as a transit', async () => {
    const { id } = await c.put('F-1', [50, 'Casa'], [2, 'Muelle'])
    const { id: casa } = await c.put('F-2', [50, 'Casa'])
    await keep()
    expect(await c.saldoOf(oeste)).toBe(0)
    // Silence at home is no departure, because home is no dock; four hours of silence at the dock are too short.
    await silence(casa, 30)
    await silence(id, 4)
    await keep()
    expect(await c.saldoOf(oeste)).toBe(0)
    await silence(id, 6)
    await keep()
    expect(await c.saldoOf(oeste)).toBe(1)
    const [linea] = (await c.statement(oeste)).data as [FilaExtracto]
    expect(linea).toMatchObject({ clase: 'salida', contenedor: 'F-1', cantidad: 1, lugar: 'Muelle' })
    expect(Date.parse(linea.momento)).toBe(c.now - 6 * HOUR)
    expect(await c.get<Prueba>(`/api/custodia/movimientos/${linea.id}/prueba`)).toMatchObject({
      visto: { lugar: 'Muelle', lector: 'LEC-Muelle' },
    })
    // Being last heard at the dock is no difference between book and place.
    expect((await c.get<{ total: number }>(`/api/custodia/diferencias?tercero=${oeste.id}`)).total).toBe(0)
    // A second check keeps the departure, also where the last reading at the dock has a slightly later time.
    const before = (await c.rowsOf()).length
    await c.query(
      "insert into custodia_pendiente (empresa_id, dispositivo_id, desde) values (1, $1, '-infinity')",
      [id],
    )
    await keep()
    await lived(id, ['Casa', 50, 2], ['Muelle', 2, 0.2499], ['Casa', 0.01, 0])
    await keep()
    expect(await told(oeste, 'F-1')).toEqual([
      ['visto', -1, 'Casa', false],
      ['salida', 1, 'Muelle', false],
    ])
    expect((await c.rowsOf()).slice(before).map((m) => m.clase)).toEqual(['visto'])
    expect(await c.saldoOf(oeste)).toBe(0)
    await silence(casa, 0)
  })

  test('that it is seen at the partner confirms the departure, at another it goes on from there', async () => {
    const { id } = await c.put('F-10', [50, 'Casa'])
    const norte = (await save(c.norte, { salidas: [c.ids.get('Casa')] })).body
    expect(norte.salidas.map((l) => l.nombre)).toEqual(['Casa'])
    await c.query("update tercero_salida set desde = now() - interval '90 days'")
    const n = await c.saldoOf(c.norte)
    await lived(id, ['Casa', 50, 20], ['Norte', 19, 0])
    await keep()
    expect(await told(c.norte, 'F-10')).toEqual([['salida', 1, 'Casa', false]])
    expect(await c.saldoOf(c.norte)).toBe((n ?? 0) + 1)
    await lived(id, ['Casa', 50, 20], ['Sur', 19, 0])
    await keep()
    expect(await told(c.sur, 'F-10')).toEqual([['visto', 1, 'Sur', false]])
    expect((await told(c.norte, 'F-10')).map((f) => f.slice(0, 2))).toEqual([
      ['visto', -1],
      ['salida', 1],
    ])
    // Two hours on the road are shorter than a departure: only the arrival is entered.
    const { id: otro } = await c.put('F-11', [50, 'Casa'])
    await lived(otro, ['Casa', 50, 20], ['Norte', 20 - 2 / 24, 0])
    await keep()
    expect(await told(c.norte, 'F-11')).toEqual([['visto', 1, 'Norte', false]])
    await save(c.norte, { salidas: [] })
  })

  test('what a fault of the reader explains is no departure, nor what was before somebody said that it leads there', async () => {
    const { id } = await c.put('F-20', [50, 'Casa'], [2, 'Muelle'])
    await silence(id, 8)
    const lector = c.ids.get('L Muelle')
    await c.query(
      "insert into causa (empresa_id, clase, lector_id, desde, evidencia) values (1, 'mudo', $1, $2, '{}')",
      [lector, new Date(c.now - 8 * HOUR)],
    )
    await keep()
    expect(await told(oeste, 'F-20')).toEqual([])
    // The causa has ended, and the container is heard again.
    await c.query('update causa set hasta = $1', [new Date(c.now - HOUR)])
    await lived(id, ['Casa', 50, 2], ['Muelle', 2, 8 / 24], ['Muelle', 1 / 48, 0])
    await keep()
    expect(await told(oeste, 'F-20')).toEqual([])
    await c.query('delete from causa')
    await c.query(
      "insert into custodia_pendiente (empresa_id, dispositivo_id, desde) values (1, $1, '-infinity')",
      [id],
    )
    await keep()
    expect((await told(oeste, 'F-20')).map((f) => f[0])).toEqual(['visto', 'salida'])

    const { id: temprano } = await c.put('F-21', [50, 'Muelle'])
    await c.query("update tercero_salida set desde = now() - interval '1 hour' where hasta is null")
    await silence(temprano, 12)
    await keep()
    expect(await told(oeste, 'F-21')).toEqual([])
    // Departures that were entered stand after the place stops leading to the partner.
    const now = await c.saldoOf(oeste)
    await c.query("update tercero_salida set desde = now() - interval '90 days' where hasta is null")
    expect((await save(oeste, { salidas: [] })).body.salidas).toEqual([])
    await c.query("insert into custodia_pendiente (empresa_id, desde) values (1, '-infinity')")
    await keep()
    expect((await told(oeste, 'F-20')).map((f) => f[0])).toEqual(['visto', 'salida'])
    expect(await c.saldoOf(oeste)).toBe((now ?? 0) + 1)
  })

  test('an own place leads to one partner; another company has none of it', async () => {
    const muelle = c.ids.get('Muelle')
    const refused = async (t: Tercero, mas: object, status: number, code?: string) => {
      const r = await save(t, mas)
      expect([r.status, code && r.body.code]).toEqual([status, code])
    }
    expect((await save(oeste, { salidas: [muelle] })).status).toBe(200)
    // A request without `salidas` leaves them unchanged.
    expect((await save(oeste, {})).body.salidas.map((l) => l.nombre)).toEqual(['Muelle'])
    await refused(c.sur, { salidas: [muelle] }, 409, 'salida_ocupada')
    await refused(c.sur, { lugares: [muelle] }, 409, 'es_salida')
    await refused(oeste, { lugares: [muelle] }, 409, 'es_salida')
    await refused(oeste, { salidas: [c.ids.get('Sur')] }, 409, 'lugar_ocupado')
    await refused(c.sur, { salidas: [c.ids.get('Sur')] }, 409, 'lugar_ocupado')
    await refused(oeste, { salidas: [999_999] }, 404)
    await refused(oeste, { salidas: ['x'] }, 400)
    expect((await save(oeste, { salidas: [] }, 'operario')).status).toBe(403)
    expect((await save(oeste, { salidas: [] }, 'encargada')).status).toBe(404)
  })
})
