import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { InformeAlbaranes } from '#contract/cuentas/custodia/albaranes'
import type { Tercero } from '#contract/cuentas/custodia/terceros'
import { type PuestaCustodia, startCustodia } from '../../../testing/custodia'

const TITULOS = 'tercero;movimiento;fecha;documento;familia;cantidad;contenedores;nota'
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const spanish = (iso: string) => iso.split('-').reverse().join('/')

describe.runIf(inject('base').hay)('delivery notes from a file', () => {
  let c: PuestaCustodia
  let oeste: Tercero
  beforeAll(async () => {
    c = await startCustodia()
    const nuevo = { nombre: 'Oeste Logística', clase: 'transportista', lugares: [] }
    oeste = await c.ok<Tercero>('POST', '/api/custodia/terceros', nuevo, 'admin')
  })
  afterAll(() => c.p.stop())

  async function send(file: string | Uint8Array, query = '', quien = 'operario') {
    const form = new FormData()
    const bytes = typeof file === 'string' ? file : new Uint8Array(file)
    form.append('archivo', new Blob([bytes]), 'albaranes.csv')
    const res = await fetch(`${c.p.servidor.url}/api/custodia/albaranes/importar?${query}`, {
      method: 'POST',
      headers: { cookie: await c.p.as(quien) },
      body: form,
    })
    const body = (await res.json()) as InformeAlbaranes & { code: string; error: string }
    return { status: res.status, body }
  }
  const csvOf = (...lineas: string[]) => [TITULOS, ...lineas, ''].join('\r\n')

  test('a rehearsal tells what would be entered and writes nothing; the import enters it once, however often', async () => {
    const { saldoOf, statement, rowsOf, put, keep, checkBook } = c
    await put('F-1', [50, 'Casa'])
    await put('F-2', [50, 'Casa'])
    await keep()
    const csv = csvOf(
      `Oeste Logística;enviado;${spanish(dayBefore(20))};ALB-1;F;40;;con el camión 3`,
      `oeste logistica;Devolución;${dayBefore(10)};ALB-2;F;12;;`,
      `Norte SA;enviado;${dayBefore(9)};ALB-3;;;F-1, f-2;`,
      `Norte SA;devuelto;${dayBefore(4)};ALB-4;;;F-1;`,
    )
    const before = await rowsOf()
    const ensayo = await send(csv, 'ensayo=true')
    expect(ensayo.body).toMatchObject({ ensayo: true, filas: 4, nuevas: 4, iguales: 0, con_error: 0 })
    expect(ensayo.body.cambios).toMatchObject([
      {
        linea: 2,
        tercero: 'Oeste Logística',
        documento: 'ALB-1',
        clase: 'enviado',
        cantidad: 40,
        familia: 'F',
      },
      { linea: 3, tercero: 'Oeste Logística', clase: 'devuelto', cantidad: 12, dia: dayBefore(10) },
      { linea: 4, tercero: 'Norte SA', clase: 'enviado', cantidad: 2, nombrados: true },
      { linea: 5, tercero: 'Norte SA', clase: 'devuelto', cantidad: 1 },
    ])
    expect(await rowsOf()).toEqual(before)
    expect((await send(csv)).body).toMatchObject({ ensayo: false, nuevas: 4, con_error: 0 })
    expect(await saldoOf(oeste)).toBe(28)
    expect(await saldoOf(c.norte)).toBe(1)
    expect((await statement(oeste)).data).toMatchObject([
      { cantidad: -12, clase: 'albaran', documento: 'ALB-2', nota: null },
      { cantidad: 40, clase: 'albaran', documento: 'ALB-1', nota: 'con el camión 3' },
    ])
    const { persona_id } = (await rowsOf()).at(-1)
    const { rows } = await c.query('select username from usuario where id = $1', [persona_id])
    expect(rows).toEqual([{ username: 'operario' }])
    const audited = await c.query(
      "select count(*)::int as n from auditoria where entidad = 'movimiento' and despues->>'documento' like 'ALB-%'",
    )
    expect(audited.rows[0].n).toBe(5)
    const after = await rowsOf()
    for (const again of [csv, csv.replaceAll('ALB-', 'alb-')])
      expect((await send(again)).body).toMatchObject({ nuevas: 0, iguales: 4, con_error: 0 })
    expect(
      (await send(csvOf(`Norte SA;enviado;${dayBefore(9)};ALB-3;;;F-1 F-2;`), 'ensayo=true')).body.iguales,
    ).toBe(1)
    expect(await rowsOf()).toEqual(after)
    // Two imports at once: only one of them enters the line.
    const two = csvOf(`Oeste Logística;enviado;${dayBefore(3)};ALB-9;F;5;;`)
    const both = await Promise.all([send(two), send(two)])
    expect(both.map((r) => r.body.nuevas).toSorted()).toEqual([0, 1])
    expect(await saldoOf(oeste)).toBe(33)
    await keep()
    await checkBook()
  })

  test('what the rules of entering refuse is refused in the same words, line by line', async () => {
    const { norte, put, keep, rowsOf, saldoOf, checkBook } = c
    const { mac } = await put('F-20', [50, 'Casa'])
    await keep()
    const byHand = async (body: object) =>
      ((await c.send('POST', '/api/custodia/movimientos', body)).body as unknown as { error: string }).error
    const hoy = dayBefore(0)
    const csv = csvOf(
      `Norte SA;enviado;${hoy};B-1;F;3;;`,
      `Este;enviado;${hoy};B-2;F;3;;`,
      `Oeste Logística;prestado;${hoy};B-3;F;3;;`,
      `Oeste Logística;enviado;2999-01-01;B-4;F;3;;`,
      `Oeste Logística;enviado;31/02/2026;B-5;F;3;;`,
      `Oeste Logística;enviado;${hoy};;F;3;;`,
      `Oeste Logística;enviado;${hoy};B-7;F;1,5;;`,
      `Oeste Logística;enviado;${hoy};B-8;F;-2;;`,
      `Oeste Logística;enviado;${hoy};B-9;F;;;`,
      `Oeste Logística;enviado;${hoy};B-10;F;3;F-20;`,
      `Oeste Logística;devuelto;${hoy};B-11;;;F-20;`,
      `Oeste Logística;enviado;${hoy};B-12;;;F-20 NADA-1;`,
      `Oeste Logística;enviado;${hoy};B-13;F;7;;`,
      `Oeste Logística;enviado;${hoy};b-13;F;8;;`,
      `Oeste Logística;enviado;${hoy};B-14;;;${mac};`,
      `Oeste Logística;enviado;${hoy};ALB-1;F;41;;`,
    )
    const before = await rowsOf()
    const ensayo = (await send(csv, 'ensayo=true')).body
    expect(ensayo.errores.map((e) => [e.linea, e.columna, e.error])).toEqual([
      [2, 'cantidad', await byHand({ tercero: norte.id, clase: 'enviado', familia: 'F', cantidad: 3 })],
      [3, 'tercero', 'No existe ese tercero.'],
      [4, 'movimiento', 'El movimiento «prestado» no es enviado ni devuelto.'],
      [5, 'fecha', await byHand({ tercero: oeste.id, clase: 'enviado', cantidad: 3, dia: '2999-01-01' })],
      [6, 'fecha', 'La fecha «31/02/2026» no es DD/MM/AAAA ni AAAA-MM-DD.'],
      [7, 'documento', 'Falta el documento.'],
      [8, 'cantidad', 'Debe ser un número entero.'],
      [9, 'cantidad', await byHand({ tercero: oeste.id, clase: 'enviado', cantidad: -2 })],
      [10, 'cantidad', await byHand({ tercero: oeste.id, clase: 'enviado' })],
      [11, 'cantidad', await byHand({ tercero: oeste.id, clase: 'enviado' })],
      [12, 'contenedores', 'F-20: No estaba en su cuenta.'],
      [13, 'contenedores', 'NADA-1: No existe ese contenedor.'],
      [15, 'documento', 'Es el mismo documento y lo mismo que en la línea 14: júntalas en una.'],
      [17, 'documento', expect.stringContaining('El libro ya tiene 40 con ese documento')],
    ])
    expect(ensayo).toMatchObject({ filas: 16, nuevas: 2, con_error: 14, errores_total: 14 })
    const refused = await send(csv)
    expect([refused.status, refused.body.code]).toEqual([409, 'con_errores'])
    expect(await rowsOf()).toEqual(before)
    const n = (await saldoOf(oeste)) as number
    expect((await send(csv, 'con_errores=omitir')).body).toMatchObject({ nuevas: 2, con_error: 14 })
    expect(await saldoOf(oeste)).toBe(n + 8)
    await checkBook()
  })

  test('an Excel does as well; what is no table, another company and who may not are refused', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Albaranes',
          rows: [
            TITULOS.split(';'),
            ['Oeste Logística', 'enviado', new Date(`${dayBefore(2)}T00:00:00Z`), 'X-1', 'F', 4, '', ''],
          ],
        },
      ],
    })
    expect((await send(new Uint8Array(bytes), 'ensayo=true')).body.cambios).toMatchObject([
      { dia: dayBefore(2), cantidad: 4 },
    ])
    expect((await send('nada\r\n1\r\n')).body.error).toContain('Faltan las columnas')
    expect((await send(csvOf())).status).toBe(400)
    const one = csvOf(`Oeste Logística;enviado;${dayBefore(2)};Z-1;F;4;;`)
    expect((await send(one, '', 'consulta')).status).toBe(403)
    expect((await send(one, 'empresa=1', 'encargada')).status).toBe(404)
    expect((await send(one, '', 'encargada')).body.error).toBe(
      'Una línea tiene errores. Corrígelas, o pide que se importen solo las buenas.',
    )
    expect((await send(one, 'ensayo=true', 'encargada')).body.errores).toMatchObject([
      { columna: 'tercero', error: 'No existe ese tercero.' },
    ])
  })
})
