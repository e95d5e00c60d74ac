import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaDiferencia, FilaEnCuenta, FilaExtracto, Prueba } from '#contract/cuentas/custodia/custodia'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type PuestaCustodia, startCustodia } from '../../testing/custodia'

const DAY = 86_400_000

describe.runIf(inject('base').hay)('the book of custody', () => {
  let c: PuestaCustodia
  beforeAll(async () => {
    c = await startCustodia()
  })
  afterAll(() => c.p.stop())

  test('what was seen is entered once, with its proof, and balances are those of the truth', async () => {
    const { norte, sur, now, query, keep, get, saldoOf, statement, put, rowsOf, checkBook } = c
    await put('F-1', [50, 'Casa'], [40, 'Norte'], [20, 'Muelle'])
    const { id } = await put('F-2', [50, 'Muelle'], [30, 'Norte'], [10, 'Sur'])
    await put('G-3', [50, 'Casa'], [5, 'Norte'])
    await put('F-4', [60, 'Casa'])
    // It passed the gate of Norte for five minutes.
    await put('F-5', [60, 'Casa'], [3, 'Norte'], [3 - 5 / 1440, 'Casa'])
    const toEnter = async (quien?: string) =>
      (await get<{ por_anotar: number }>('/api/custodia/saldos', quien)).por_anotar
    // The book is not made yet, and the screen says so.
    expect([await toEnter(), await toEnter('encargada')]).toEqual([5, 0])
    await keep()
    expect(await toEnter()).toBe(0)
    expect([await saldoOf(norte), await saldoOf(sur), await saldoOf(null)]).toEqual([1, 1, 3])
    const { data, ...suma } = await statement(norte)
    expect(data.map((f) => [f.contenedor, f.cantidad, f.clase, f.lugar, f.otro_nombre])).toEqual([
      ['G-3', 1, 'visto', 'Norte', null],
      ['F-2', -1, 'visto', 'Sur', 'Sur SL'],
      ['F-1', -1, 'visto', 'Muelle', null],
      ['F-2', 1, 'visto', 'Norte', null],
      ['F-1', 1, 'visto', 'Norte', null],
    ])
    expect(suma).toMatchObject({ total: 5, inicial: 0, entradas: 3, salidas: 2, final: 1 })
    const wasIn = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10)
    expect(await statement(norte, `&desde=${wasIn(35)}&hasta=${wasIn(15)}`)).toMatchObject({
      inicial: 1,
      entradas: 1,
      salidas: 1,
      final: 1,
    })
    const linea = data.find((f) => f.contenedor === 'F-2' && f.cantidad === 1) as FilaExtracto
    expect(await get<Prueba>(`/api/custodia/movimientos/${linea.id}/prueba`)).toMatchObject({
      contenedor: 'F-2',
      visto: { lugar: 'Norte', lector: 'LEC-Norte', certeza: 0.9 },
      ultimo: { lugar: 'Sur', lector: 'LEC-Sur', certeza: 0.95 },
    })
    const before = (await rowsOf()).length
    await query(
      "insert into custodia_pendiente (empresa_id, dispositivo_id, desde) values (1, $1, '-infinity')",
      [id],
    )
    await keep()
    expect((await rowsOf()).length).toBe(before)
    await checkBook()
  })

  test('a visit that turns out otherwise is corrected by further entries, and nothing is changed', async () => {
    const { norte, sur, query, keep, saldoOf, statement, put, stand, rowsOf, checkBook } = c
    const { id } = await put('F-10', [50, 'Casa'], [40, 'Norte'], [20, 'Casa'])
    await keep()
    const before = await rowsOf()
    const n = await saldoOf(norte)
    await stand(id, [50, 'Casa'], [40, 'Sur'], [20, 'Casa'])
    await keep()
    const after = await rowsOf()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).map((m) => m.clase)).toEqual(['anulada', 'anulada', 'visto', 'visto'])
    expect(await saldoOf(norte)).toBe(n)
    expect((await statement(sur, '&search=F-10')).data.map((f) => f.cantidad)).toEqual([-1, 1])
    expect((await statement(norte, '&search=F-10')).data.map((f) => [f.cantidad, f.anulada])).toEqual([
      [1, false],
      [-1, true],
      [-1, false],
      [1, true],
    ])
    for (const sql of ['update movimiento set cantidad = 2', 'delete from movimiento'])
      await expect(query(sql)).rejects.toThrow('only additions')
    // The container changes to another family: what was entered for it moves along.
    await query("update dispositivo set apodo = 'H-10' where id = $1", [id])
    await keep()
    await checkBook()
  })

  /** A sheet of a file: the first has the rows, the second what it is about. */
  async function sheetOf(que: string, sheet = 0, quien = 'operario') {
    const { readXlsx } = await import('hucre/xlsx')
    const res = await fetch(`${c.p.servidor.url}/api/export_${que.replace('&', '?formato=xlsx&')}`, {
      headers: { cookie: await c.p.as(quien) },
    })
    expect([que, res.status]).toEqual([que, 200])
    return (await readXlsx(new Uint8Array(await res.arrayBuffer()))).sheets[sheet]?.rows ?? []
  }

  test('what is entered: by name where places are seen, by number elsewhere, and never twice', async () => {
    const { norte, keep, get, send, ok, saldoOf, statement, enter, put, checkBook } = c
    const oeste = await ok<Tercero>(
      'POST',
      '/api/custodia/terceros',
      { nombre: 'Oeste', clase: 'transportista', lugares: [] },
      'admin',
    )
    const { mac } = await put('F-20', [50, 'Casa'])
    await keep()
    const refused = async (body: object, status: number, quien?: string) =>
      expect((await send('POST', '/api/custodia/movimientos', body, quien)).status).toBe(status)
    await refused({ tercero: norte.id, clase: 'enviado', familia: 'F', cantidad: 3 }, 409)
    await refused({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: -3 }, 400)
    await refused({ tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 1.5 }, 400)
    await refused({ tercero: oeste.id, clase: 'enviado' }, 400)
    await refused({ tercero: oeste.id, clase: 'enviado', cantidad: 1, dia: '2999-01-01' }, 400)
    await refused({ tercero: oeste.id, clase: 'enviado', cantidad: 1 }, 403, 'consulta')
    await refused({ tercero: oeste.id, clase: 'enviado', cantidad: 1 }, 404, 'encargada')
    await refused({ tercero: oeste.id, clase: 'enviado', cantidad: 1, dia: '0226-11-25' }, 400)
    const note = { tercero: oeste.id, clase: 'enviado', familia: 'F', cantidad: 40, documento: 'ALB-1' }
    // Two phones enter the same delivery note at once.
    const both = await Promise.all([1, 2].map(() => send('POST', '/api/custodia/movimientos', note)))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    expect(both.find((r) => r.status === 409)?.body).toMatchObject({
      code: 'ya_anotado',
      error: expect.stringMatching(/^El libro ya tiene 40 con ese albarán, del \d\d\/\d\d\/\d{4}\./),
    })
    await refused({ ...note, documento: 'alb-1', cantidad: 41 }, 409)
    await enter({ tercero: oeste.id, clase: 'devuelto', familia: 'F', cantidad: 12 })
    await enter({ tercero: oeste.id, clase: 'recuento', familia: 'F', cantidad: 3 })
    await enter({ tercero: oeste.id, clase: 'perdida', familia: 'F', cantidad: 2 })
    expect(await saldoOf(oeste)).toBe(40 - 12 + 3 - 2)
    const named = (clase: string, quien?: string) =>
      enter({ tercero: oeste.id, clase, contenedores: [mac, 'AC00000020FE'] }, quien)
    expect((await named('enviado')).resultados.map((r) => r.message)).toEqual([
      'Enviado.',
      'No existe ese contenedor.',
    ])
    expect((await named('enviado')).resultados[0]?.message).toBe('Ya estaba en su cuenta.')
    expect(await saldoOf(oeste)).toBe(30)
    const list = await get<{ data: FilaEnCuenta[]; total: number; sin_nombre: number }>(
      `/api/custodia/contenedores?tercero=${oeste.id}`,
    )
    expect([list.data.map((f) => f.mac), list.total, list.sin_nombre]).toEqual([[mac], 1, 29])
    // It still stands at home: book and place differ, and the container is listed by name.
    await keep()
    const { data } = await get<{ data: FilaDiferencia[]; total: number }>(
      `/api/custodia/diferencias?tercero=${oeste.id}`,
    )
    expect(data).toMatchObject([{ mac, libro: 'Oeste', visto: null, lugar: 'Casa', libro_fuera: false }])
    // The same as files.
    expect(await sheetOf(`diferencias&tercero=${oeste.id}&columnas=apodo,familia,libro,visto,lugar`)).toEqual(
      [
        ['Contenedor', 'Familia', 'Según el libro', 'Visto en casa de', 'Último lugar'],
        ['F-20', 'F', 'Oeste', 'Parque propio', 'Casa'],
      ],
    )
    expect(await sheetOf(`cuenta&tercero=${oeste.id}&familia=F`)).toEqual([
      ['Contenedor', 'Familia', 'En la cuenta desde'],
      ['F-20', 'F', expect.any(Date)],
    ])
    expect(await sheetOf(`cuenta&tercero=${oeste.id}&familia=F`, 1)).toEqual(
      expect.arrayContaining([
        ['Tercero', 'Oeste'],
        ['Familia', 'F'],
        ['Sin nombre en la cuenta', '29'],
      ]),
    )
    for (const [que, quien, status] of [
      [`diferencias?formato=xlsx&tercero=${oeste.id}`, 'encargada', 404],
      ['diferencias?formato=xlsx&columnas=precio', 'operario', 400],
      [`cuenta?formato=xlsx&tercero=${oeste.id}`, 'encargada', 404],
      ['cuenta?formato=xlsx&columnas=libro', 'operario', 400],
    ] as const)
      await get(`/api/export_${que}`, quien, status)
    expect((await named('devuelto')).resultados[0]?.message).toBe('Devuelto.')
    await keep()
    expect((await get<{ total: number }>(`/api/custodia/diferencias?tercero=${oeste.id}`)).total).toBe(0)
    expect((await statement(oeste, '&search=alb-1')).data).toMatchObject([
      { cantidad: 40, clase: 'albaran', documento: 'ALB-1' },
    ])
    await checkBook()
  })

  test('a line is disputed, answered and settled by further entries', async () => {
    const { norte, sur, query, send, saldoOf, statement, rowsOf, checkBook } = c
    const [linea] = (await statement(norte, '&search=G-3')).data as [FilaExtracto]
    const say = (que: string, body: object, quien?: string) =>
      send<FilaExtracto>(
        'POST',
        `/api/custodia/movimientos/${linea.id}/${que}`,
        { nota: 'No llegó', ...body },
        quien,
      )
    expect((await say('respuesta', {})).status).toBe(409)
    expect((await say('disputa', {}, 'encargada')).status).toBe(404)
    expect((await say('disputa', { tercero: sur.id })).status).toBe(404)
    expect((await say('disputa', { nota: '' })).status).toBe(400)
    expect((await say('disputa', {})).body.dichos).toMatchObject([
      { clase: 'disputa', nota: 'No llegó', ajeno: false },
    ])
    expect((await say('disputa', {})).status).toBe(409)
    expect((await statement(norte, '&que=disputa')).data.map((f) => f.id)).toEqual([linea.id])
    expect((await say('respuesta', {})).status).toBe(200)
    expect((await say('acuerdo', { descuenta: 2 })).status).toBe(400)
    const before = await rowsOf()
    const n = (await saldoOf(norte)) as number
    const r = await say('acuerdo', { nota: 'De acuerdo', descuenta: 1 })
    expect(r.body).toMatchObject({
      cantidad: 1,
      anulada: false,
      dichos: [{}, {}, { clase: 'acuerdo', nota: 'De acuerdo' }],
    })
    expect((await rowsOf()).slice(0, before.length)).toEqual(before)
    expect(await saldoOf(norte)).toBe(n - 1)
    expect((await statement(norte, '&que=disputa')).total).toBe(0)
    await expect(query('delete from movimiento_dicho')).rejects.toThrow('only additions')
    await checkBook()
  })

  test('euros are those of the prices of today, and a number leads to as many containers', async () => {
    const { query, get, saldos } = c
    await query(
      "insert into familia_precio (empresa_id, familia, desde, centimos) values (1, 'F', '2020-01-01', 10033)",
    )
    for (const s of await saldos()) {
      expect(s.familias.reduce((sum, f) => sum + f.n, 0)).toBe(s.n)
      for (const f of s.familias) {
        expect(f.centimos).toBe(f.familia === 'F' ? f.n * 10033 : null)
        const r = await get<{ total: number; sin_nombre: number }>(
          `/api/custodia/contenedores?empresa=1&familia=${f.familia}${s.tercero ? `&tercero=${s.tercero.id}` : ''}`,
        )
        expect(r.total + r.sin_nombre).toBe(f.n)
      }
    }
  })

  test('the file of balances has the rows of the screen in its order, and a partner its own without prices', async () => {
    const { norte, saldos, get } = c
    const all = (await saldos()).flatMap((s) =>
      s.familias.map((f) => [
        s.tercero?.nombre ?? 'Parque propio',
        f.familia,
        f.n,
        f.centimos && f.centimos / 100,
      ]),
    )
    expect(await sheetOf('saldos&')).toEqual([['Tercero', 'Familia', 'Contenedores', 'Valor hoy'], ...all])
    const sorted = await sheetOf('saldos&orden=contenedores&sentido=desc&columnas=contenedores')
    expect(sorted.slice(1)).toEqual(all.map((f) => [f[2]]).sort((x, y) => Number(y[0]) - Number(x[0])))
    expect(await sheetOf(`saldos&tercero=${norte.id}&columnas=tercero,contenedores`)).toEqual([
      ['Tercero', 'Contenedores'],
      ...all.filter((f) => f[0] === 'Norte SA').map((f) => [f[0], f[2]]),
    ])
    for (const q of [`&tercero=${norte.id}`, '&empresa=1'])
      await get(`/api/export_saldos?formato=xlsx${q}`, 'encargada', 404)
    await get('/api/export_saldos?formato=xlsx&orden=fecha', 'operario', 400)
    await get('/api/export_saldos?formato=xlsx&columnas=precio', 'operario', 400)
  })
})
