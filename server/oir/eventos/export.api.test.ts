import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Evento } from '#contract/oir/eventos/eventos'
import { type Prueba, startPrueba } from '../../testing/retorna'
import type { NewEvento } from './evento'
import { insertEventos } from './repo-write'

const ZONA = 'Europe/Madrid'
const DESDE = Date.parse('2026-05-01T00:00:00Z')
const HOUR = 3_600_000

describe.runIf(inject('base').hay)('files of events', () => {
  let p: Prueba
  let cookie: string

  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    for (const i of [1, 2]) await p.register(`AC233F0000E${i}`, 'SmartBle', `888-${i}`)
    await p.register('AC233F0000F1', 'SmartBle', '888-9', { empresa: 2 })
    const { rows } = await p.servidor.pool.query<{ id: number; empresa_id: number }>(
      "select id, empresa_id from dispositivo where apodo like '888-%' order by apodo",
    )
    const eventos = Array.from({ length: 30_000 }, (_, i): NewEvento => {
      const d = rows[i % 3] as { id: number; empresa_id: number }
      return {
        empresa: d.empresa_id,
        dispositivo: d.id,
        lector: 0,
        tiempo: DESDE + i * 60_000,
        estado: (i % 7 ? 0 : 2) as 0 | 2,
        etiqueta: i % 2 ? '-1' : 'A7',
        bateria: 77.77,
        temperatura: i % 2 ? 21.456 : null,
        valor: { paquete: i, '=2+2': '=cmd', lista: [1, { a: 2 }], __proto__: { x: 1 } },
      }
    })
    const c = await p.servidor.pool.connect()
    for (let i = 0; i < eventos.length; i += 1000)
      await insertEventos(c, p.servidor.pool, eventos.slice(i, i + 1000), ZONA)
    c.release()
  })
  afterAll(() => p.stop())

  const get = (ruta: string, signal?: AbortSignal, suya = cookie) =>
    fetch(`${p.servidor.url}${ruta}`, { headers: { cookie: suya }, signal })
  async function sheet(ruta: string) {
    const res = await get(ruta)
    expect(res.status).toBe(200)
    const { sheets } = await readXlsx(new Uint8Array(await buffer(res.body as never)))
    return { nombre: res.headers.get('content-disposition'), filas: sheets[0]?.rows ?? [] }
  }
  const page = async (query: string) =>
    (await p.call<{ data: Evento[]; total: number }>('GET', `/api/get_table_data?${query}`, { cookie })).body

  test('the rows of the filter, all of them, with the columns chosen in the order chosen', async () => {
    const { nombre, filas } = await sheet(
      '/api/export_eventos?formato=xlsx&search=888-1&estado=Impacto&columnas=Etiqueta,paquete,Time,lista,=2%2B2,toString',
    )
    expect(nombre).toBe('attachment; filename="eventos.xlsx"')
    expect(filas[0]).toEqual(['Etiqueta', 'paquete', 'Time', 'lista', '=2+2', 'toString'])
    const { data, total } = await page('search=888-1&estado=Impacto&per_page=1000')
    expect(filas).toHaveLength(total + 1)
    expect(filas.slice(1, 1001).map((f) => [f[0], f[1]])).toEqual(
      data.map((e) => [e.Etiqueta, JSON.parse(e.Valor).paquete]),
    )
    // Local time of the plant, because Excel has no time zones.
    expect(new Date(filas[1]?.[2] as Date).toISOString().slice(0, 19)).toBe(data[0]?.Time.slice(0, 19))
    expect(filas[1]?.slice(3)).toEqual(['[1,{"a":2}]', '=cmd', null])
  })

  // cubre: llamadas 10
  test('eventos_completo.xlsx: whole plant days, both included, only of the own company', async () => {
    const { nombre, filas } = await sheet(
      '/api/export_eventos_excel?start_date=2026-05-03&end_date=2026-05-04',
    )
    expect(nombre).toBe('attachment; filename="eventos_completo.xlsx"')
    expect(filas[0]).toEqual([
      'Time',
      'Estado',
      'Bateria',
      'ApodoDispositivo',
      'ApodoLector',
      'Etiqueta',
      'temperatura',
      'Dispositivo',
      'Valor',
    ])
    const totales = await Promise.all(['2026-05-03', '2026-05-04'].map((d) => page(`timestamp=${d}`)))
    expect(filas.length - 1).toBe(totales.reduce((n, t) => n + t.total, 0))
    expect(new Set(filas.slice(1).map((f) => (f[0] as Date).toISOString().slice(0, 10)))).toEqual(
      new Set(['2026-05-03', '2026-05-04']),
    )
    expect(new Set(filas.slice(1).map((f) => f[3]))).toEqual(new Set(['888-1', '888-2']))
  })

  // cubre: llamadas 10
  test('eventos_completo.xlsx with filters: the rows of the screen', async () => {
    const query = 'search=888-1&timestamp=2026-05-03&estado=Impacto'
    const { filas } = await sheet(
      `/api/export_eventos_excel?${query}&start_date=2026-05-01&end_date=2026-05-31`,
    )
    const { data, total } = await page(`${query}&per_page=1000`)
    expect(total).toBeGreaterThan(10)
    expect(filas).toHaveLength(total + 1)
    expect(filas.slice(1).map((f) => [f[1], f[3], f[8]])).toEqual(
      data.map((e) => [e.Estado, e.ApodoDispositivo, e.Valor]),
    )
    expect((await sheet('/api/export_eventos_excel?apodoLector=nadie')).filas).toHaveLength(1)
  })

  test('without dates: everything, and how far it is on the way', async () => {
    const exportacion = crypto.randomUUID()
    const progress = () =>
      p.call<{ hechas: number; total: number }>('GET', `/api/exportaciones/${exportacion}`, { cookie })
    expect((await progress()).body).toEqual({ hechas: 0, total: null })
    const { filas } = await sheet(`/api/export_eventos_excel?exportacion=${exportacion}`)
    const { total } = await page('')
    expect(total).toBe(20_000)
    expect(filas).toHaveLength(total + 1)
    await expect.poll(async () => (await progress()).body).toEqual({ hechas: total, total })
  })

  test.each([
    ['export_eventos_excel?start_date=2026-05-04&end_date=2026-05-03', 'end_date'],
    ['export_eventos_excel?start_date=2026-02-30', 'start_date'],
    ['export_eventos_excel?end_date=ayer', 'end_date'],
    ['export_eventos_excel?start_date=0000-01-01', 'start_date'],
    ['export_eventos_excel?estado=Volando', 'estado'],
    ['export_eventos?formato=csv', 'formato'],
    ['export_eventos', 'formato'],
    [`export_eventos?formato=pdf&columnas=${'a,b'.repeat(2000)}`, 'columnas'],
    ['export_eventos?formato=pdf&exportacion=1', 'exportacion'],
  ])('%.60s: 400 with its field', async (ruta, field) => {
    const r = await p.call('GET', `/api/${ruta}`, { cookie })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('a PDF holds the rows of the filter, and none is begun that nobody would read', async () => {
    const res = await get(
      '/api/export_eventos?formato=pdf&search=888-1&timestamp=2026-05-03&columnas=Time,Estado',
    )
    expect(res.headers.get('content-disposition')).toBe('attachment; filename="eventos.pdf"')
    expect((await res.text()).startsWith('%PDF-')).toBe(true)
    await p.servidor.pool.query(
      `insert into evento_cuenta_lector (empresa_id, dia, lector_id, parado) values (1, '2020-01-01', 0, 60000)`,
    )
    const r = await p.call('GET', '/api/export_eventos?formato=pdf', { cookie })
    await p.servidor.pool.query("delete from evento_cuenta_lector where dia = '2020-01-01'")
    expect([r.status, r.body.campo]).toEqual([400, 'formato'])
    expect(r.body.error).toContain('80.000')
  })

  test('whoever leaves takes everything along, and only so many are made at once', {
    tags: ['slow'],
  }, async () => {
    const activas = async () =>
      (
        await p.servidor.pool.query(
          `select 1 from pg_stat_activity where datname = current_database()
             and (state = 'idle in transaction' or query like 'fetch%from filas' and state = 'active')`,
        )
      ).rowCount
    // More than the socket buffers hold, so that no export ends before it is read.
    await p.servidor.pool.query(
      `insert into evento (id, empresa_id, dispositivo_id, tiempo, estado, valor)
       select -i, 1, d.id, $1::timestamptz + i * interval '1 second', 0, jsonb_build_object('ruido',
         (select string_agg(md5(i::text || j), '') from generate_series(1, 64) j))
       from dispositivo d, generate_series(1, 12000) i where d.apodo = '888-1'`,
      [new Date(DESDE)],
    )
    const cortes = Array.from({ length: 4 }, () => new AbortController())
    const admin = await p.as('admin')
    const lectores = await Promise.all(
      cortes.map(async (corte, i) => {
        const res = await get('/api/export_eventos_excel', corte.signal, i < 2 ? cookie : admin)
        expect(res.status).toBe(200)
        return (res.body as ReadableStream<Uint8Array>).getReader()
      }),
    )
    const demasiada = await p.call('GET', '/api/export_eventos_excel?empresa=2', {
      cookie: await p.as('calidad'),
    })
    expect([demasiada.status, demasiada.body.code]).toEqual([429, 'demasiadas_peticiones'])
    for (const lector of lectores) await lector.read()
    for (const corte of cortes) corte.abort()
    await expect.poll(activas, { timeout: 10_000 }).toBe(0)
    await p.servidor.pool.query('delete from evento where id < 0')
    await expect
      .poll(async () => (await get('/api/export_eventos_excel?end_date=2020-01-01')).status, {
        timeout: 10_000,
      })
      .toBe(200)
  })

  test('an hour is a span too', async () => {
    const hour = new Date(DESDE + 26 * HOUR).toISOString().slice(0, 13).replace('T', ' ')
    const { filas } = await sheet(`/api/export_eventos_excel?timestamp=${hour}`)
    expect(filas.length - 1).toBe((await page(`timestamp=${hour}`)).total)
  })
})
