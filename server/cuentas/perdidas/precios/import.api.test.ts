import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Aviso } from '#contract/avisos/avisos/avisos'
import type { Precio } from '#contract/cuentas/perdidas/perdidas'
import type { InformePrecios } from '#contract/cuentas/perdidas/precios'
import { createDb } from '../../../platform/db/client'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { keepPerdidas } from '../service'

describe.runIf(inject('base').hay)('prices from a file', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    for (const familia of ['20014', 'ABC'])
      await p.register(familia === 'ABC' ? 'AF0000000001' : 'AF0000000002', 'SmartBle', `${familia}-1`)
  })
  afterAll(() => p.stop())

  async function send(
    bytes: string | Uint8Array,
    { ensayo = true, quien = 'admin', empresa = '&empresa=1' } = {},
  ) {
    const form = new FormData()
    form.append('archivo', new Blob([bytes as BlobPart]), 'precios.csv')
    const r = await fetch(`${p.servidor.url}/api/perdidas/precios/importar?ensayo=${ensayo}${empresa}`, {
      method: 'POST',
      body: form,
      headers: { cookie: await p.as(quien) },
    })
    return { status: r.status, body: (await r.json()) as InformePrecios & { message?: string } }
  }
  const precios = async () =>
    (
      await p.call<{ data: Precio[] }>('GET', '/api/perdidas/precios?empresa=1', {
        cookie: await p.as('admin'),
      })
    ).body.data.map((x) => [x.familia, x.desde, x.centimos])

  const CSV = 'familia;desde;precio\n20014;01/03/2026;192,50\nLas demás;2026-01-01;95\nABC;1/2/2026;0,07 €\n'

  test('are shown first, and nothing is written', async () => {
    const { status, body } = await send(CSV)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ensayo: true, filas: 3, nuevas: 3, cambiadas: 0, con_error: 0 })
    expect(body.cambios).toEqual([
      { linea: 2, familia: '20014', desde: '2026-03-01', centimos: 19_250, antes: null },
      { linea: 3, familia: '', desde: '2026-01-01', centimos: 9500, antes: null },
      { linea: 4, familia: 'ABC', desde: '2026-02-01', centimos: 7, antes: null },
    ])
    expect(await precios()).toEqual([])
  })

  test('are added with who did it, and those that are there already are not added again', async () => {
    expect((await send(CSV, { ensayo: false })).body).toMatchObject({ ensayo: false, nuevas: 3 })
    expect(await precios()).toEqual([
      ['20014', '2026-03-01', 19_250],
      ['ABC', '2026-02-01', 7],
      ['', '2026-01-01', 9500],
    ])
    const again = await send(CSV.replace('192,50', '200'), { ensayo: false })
    expect(again.body).toMatchObject({ nuevas: 0, cambiadas: 1, iguales: 2 })
    expect(again.body.cambios).toMatchObject([{ familia: '20014', centimos: 20_000, antes: 19_250 }])
    expect((await precios()).length).toBe(4)
    const { body } = await p.call<{ data: { username: string }[] }>(
      'GET',
      '/api/auditoria?entidad=familia_precio',
      {
        cookie: await p.as('admin'),
      },
    )
    expect(body.data.map((x) => x.username)).toEqual(Array(4).fill('admin'))
  })

  test('of an Excel are read as it has them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'x',
          rows: [
            ['Familia', 'Desde', 'Precio'],
            [20014, new Date('2026-05-01T00:00:00Z'), 12.5],
            [20014, new Date('2026-05-02T00:00:00Z'), 1500],
            [20014, new Date('2026-05-03T00:00:00Z'), '1.500,50'],
          ],
        },
      ],
    })
    expect((await send(bytes)).body.cambios).toEqual([
      { linea: 2, familia: '20014', desde: '2026-05-01', centimos: 1250, antes: null },
      { linea: 3, familia: '20014', desde: '2026-05-02', centimos: 150_000, antes: null },
      { linea: 4, familia: '20014', desde: '2026-05-03', centimos: 150_050, antes: null },
    ])
  })

  test('a line that leaves a doubt is refused with its number and why, and the others are added', async () => {
    const before = (await precios()).length
    const lineas: [string, string, RegExp][] = [
      [';01/03/2026;5', 'familia', /Falta la familia/],
      ['NADIE;01/03/2026;5', 'familia', /Ningún contenedor es de la familia «NADIE»/],
      ['ABC;31/02/2026;5', 'desde', /no es un día/],
      ['ABC;;5', 'desde', /Falta el día/],
      ['ABC;02/03/2026;', 'precio', /Falta el precio/],
      ['ABC;02/03/2026;1.50', 'precio', /«1.50» no está claro: ¿1,50 o 150\?/],
      ['ABC;02/03/2026;1,500', 'precio', /2 decimales como mucho/],
      ['ABC;02/03/2026;1e3', 'precio', /«1e3» no es un número/],
      ['ABC;02/03/2026;-3', 'precio', /mayor que 0/],
      ['ABC;02/03/2026;0', 'precio', /mayor que 0/],
      ['ABC;02/03/2026;2000000', 'precio', /demasiado grande/],
      ['ABC;03/03/2026;5', '', /./],
      ['ABC;2026-03-03;6', 'desde', /ya está en la línea 13/],
    ]
    const { body } = await send(`familia;desde;precio\n${lineas.map(([l]) => l).join('\n')}\n`, {
      ensayo: false,
    })
    const bad = lineas.flatMap(([, columna, why], i) =>
      columna ? [{ linea: i + 2, columna, error: expect.stringMatching(why) }] : [],
    )
    expect(body.errores).toMatchObject(bad)
    expect(body).toMatchObject({ con_error: bad.length, nuevas: 1 })
    expect((await precios()).length).toBe(before + 1)
  })

  test('who may decide is notified of what has come to be proposed by then, as each minute', async () => {
    const fallSilent = (days: number) =>
      p.servidor.pool.query(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde)
         select id, empresa_id, $1, now() from dispositivo where mac = 'AF0000000001'
         on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro`,
        [new Date(Date.now() - days * 86_400_000)],
      )
    await fallSilent(8)
    await keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)
    await fallSilent(31)
    expect((await send('familia;desde;precio\nABC;05/03/2026;9\n', { ensayo: false })).body.nuevas).toBe(1)
    await keepPerdidas(createDb(p.servidor.pool), p.config.TZ_PLANTA)
    const { body } = await p.call<{ data: Aviso[] }>('GET', '/api/avisos?tipo=propuesta', {
      cookie: await p.as('admin'),
    })
    expect(body.data.map((x) => x.enlace)).toEqual(['/perdidas?peldano=propuesta&familia=ABC'])
  })

  test('a file that is none is refused in words, and so is who may not', async () => {
    expect(await send('familia;precio\nABC;5')).toMatchObject({ status: 400 })
    expect(await send('familia;desde;precio\n')).toMatchObject({ status: 400 })
    expect((await send(CSV, { quien: 'operario', empresa: '' })).status).toBe(403)
    expect((await send(CSV, { quien: 'encargada' })).status).toBe(404)
    expect((await send(CSV, { empresa: '&empresa=999' })).status).toBe(404)
  })
})
