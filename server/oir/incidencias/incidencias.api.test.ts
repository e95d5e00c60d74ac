import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'

const ZONA = 'Europe/Madrid'
const MACS = ['AC233F0000C1', 'AC233F0000C2'] as const
const AJENA = 'AC233F0000D1'

describe.runIf(inject('base').hay)('incidents', () => {
  let p: Prueba
  let operario: string
  let calidad: string
  let admin: string
  const hoy = DateTime.now().setZone(ZONA)
  /** Noon at the plant, some days ago. */
  const day = (n: number, hour = 12) =>
    hoy.minus({ days: n }).set({ hour: hour, minute: 0, second: 0, millisecond: 0 })

  async function seed(mac: string, cuando: DateTime, mas: Record<string, unknown> = {}) {
    const { rows } = await p.servidor.pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, impactos, pico_g, accelxmax,
         accelxmin, muestras)
       select d.empresa_id, d.id, (select id from dispositivo where mac = 'C3000000CC01' and d.empresa_id = 1), $2, $3,
         $4, $5, $6, $7, $8
       from dispositivo d where d.mac = $1 returning id`,
      [
        mac,
        cuando.toJSDate(),
        cuando.plus({ milliseconds: 1500 }).toJSDate(),
        mas.impactos ?? 1,
        mas.pico ?? 3.25,
        mas.xmax ?? 3.1,
        mas.xmin ?? null,
        JSON.stringify(mas.muestras ?? []),
      ],
    )
    return rows[0].id as number
  }
  const list = (query = '', cookie = operario) =>
    p.call<Incidencia[]>('GET', `/api/get_incidencias?${query}`, { cookie })
  const review = (i: Incidencia, cambio: object, cookie = operario) =>
    p.call('POST', '/api/set_impacto', {
      cookie,
      body: {
        dispositivo: i.Dispositivo,
        lector: i.Lector,
        time: i.Time,
        revisado: false,
        hubo_golpe_real: false,
        hubo_danio: false,
        ...cambio,
      },
    })
  const one = async (id: number) => {
    const i = (await list('start_date=2000-01-01')).body.find((x) => x.id === id)
    if (!i) throw new Error(`no incident ${id}`)
    return i
  }

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    calidad = await p.as('calidad')
    admin = await p.as('admin')
    await p.register('C3000000CC01', 'Reader', 'LEC-CC1', { lat: 42.84, lon: -2.67 })
    await p.register(MACS[0], 'SmartBle', '20014-1')
    await p.register(MACS[1], 'SmartBle', '20015-2')
    await p.register(AJENA, 'SmartBle', '20014-9', { empresa: 2 })
    for (const n of [0, 1, 2, 10]) await seed(MACS[0], day(n, n === 0 ? 0 : 12))
    await seed(MACS[1], day(1, 13), {
      impactos: 3,
      muestras: [
        [-20, 0, 0, 1],
        [0, 3.1, 0, 1],
      ],
      xmin: -0.5,
    })
    await seed(AJENA, day(1))
  })
  afterAll(() => p.stop())

  test('without dates: from three days ago on, newest first, of the own company only', async () => {
    const { body, headers } = await list()
    expect(body.map((i) => i.ApodoDispositivo)).toEqual(['20014-1', '20015-2', '20014-1', '20014-1'])
    expect(headers.get('x-total-count')).toBe('4')
    expect(body.map((i) => Date.parse(i.Time))).toEqual(
      body.map((i) => Date.parse(i.Time)).sort((a, b) => b - a),
    )
    expect((await list('', calidad)).body.map((i) => i.Dispositivo)).toEqual([AJENA])
    expect((await list('', admin)).body).toHaveLength(5)
    expect((await list('empresa=2', admin)).body).toHaveLength(1)
    expect((await list('empresa=2')).status).toBe(404)
  })

  // cubre: entidades 10
  test('has every field, with nothing where nothing was measured', async () => {
    const i = (await list('search=20015-2')).body[0]
    expect(i).toMatchObject({
      Dispositivo: MACS[1],
      Lector: 'C3000000CC01',
      ApodoDispositivo: '20015-2',
      ApodoLector: 'LEC-CC1',
      revisado: false,
      hubo_golpe_real: false,
      hubo_danio: false,
      accelxmax: 3.1,
      accelxmin: -0.5,
      accelymax: null,
      accelymin: null,
      accelzmax: null,
      accelzmin: null,
      pico_g: 3.25,
      impactos: 3,
      duracion_s: 1.5,
      cerrada_por: null,
      cerrada: null,
    })
  })

  // cubre: llamadas 23
  test('dates are plant time, both ends included', async () => {
    const d = day(1).toISODate()
    const cuantas = async (query: string) => (await list(query)).body.length
    expect(await cuantas(`start_date=${d} 00:00:00&end_date=${d} 23:59:59`)).toBe(2)
    expect(await cuantas(`start_date=${d}&end_date=${d}`)).toBe(2)
    expect(await cuantas(`start_date=${d} 12:00:00&end_date=${d} 12:00:00`)).toBe(1)
    expect(await cuantas(`start_date=${d} 12:00:01&end_date=${d} 12:59:59`)).toBe(0)
    expect(await cuantas('start_date=2020-01-01&end_date=2020-12-31')).toBe(0)
    // This hour is skipped by the clock change: the range starts at the change.
    expect(await cuantas('start_date=2026-03-29 02:30:00')).toBe(5)
  })

  test.each([
    ['start_date=ayer', 'start_date'],
    ['start_date=2026-02-30', 'start_date'],
    ['end_date=2026-01-01 25:00:00', 'end_date'],
    ['start_date=2026-05-02&end_date=2026-05-01', 'end_date'],
    [`search=${'x'.repeat(10_000)}`, 'search'],
    ['search=%00', 'search'],
  ])('%.40s: 400 with its field', async (query, field) => {
    const r = await p.call('GET', `/api/get_incidencias?${query}`, { cookie: operario })
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('a search holds letters, no wildcards', async () => {
    for (const search of ['%25', '_', '20014_1']) expect((await list(`search=${search}`)).body).toEqual([])
    expect((await list('search=0015-')).body).toHaveLength(1)
  })

  // cubre: transiciones 13 16, llamadas 22
  test('a review is kept while it is open and final once it is closed', async () => {
    const id = await seed(MACS[0], day(20))
    const i = await one(id)
    const abierta = await review(i, { hubo_golpe_real: true, hubo_danio: true })
    expect([abierta.status, abierta.body.message]).toEqual([200, 'Incidencia abierta'])
    expect(await one(id)).toMatchObject({ hubo_golpe_real: true, hubo_danio: true, revisado: false })
    expect((await review(i, {})).status).toBe(200)
    expect(await one(id)).toMatchObject({ hubo_golpe_real: false, hubo_danio: false })

    const closed = await review(i, { revisado: true, hubo_danio: true })
    expect([closed.status, closed.body.message]).toEqual([200, 'Incidencia cerrada'])
    const final = await one(id)
    expect(final).toMatchObject({ revisado: true, hubo_danio: true, cerrada_por: 'Nombre de operario' })
    expect(Math.abs(Date.parse(final.cerrada as string) - Date.now())).toBeLessThan(60_000)

    // The same request again by the same user is accepted.
    expect((await review(i, { revisado: true, hubo_danio: true })).status).toBe(200)
    for (const cambio of [{ revisado: true }, { revisado: false, hubo_danio: true }, {}]) {
      const r = await review(i, cambio)
      expect([r.status, r.body.code]).toEqual([409, 'incidencia_cerrada'])
    }
    const otro = await review(i, { revisado: true, hubo_danio: true }, admin)
    expect([otro.status, otro.body.error]).toEqual([
      409,
      expect.stringMatching(/ya la cerró Nombre de operario el \d\d\//),
    ])
    expect(await one(id)).toEqual(final)
  })

  test('who closed it is told also once that account is gone', async () => {
    const { body } = await p.call<{ id: number }>('POST', '/api/usuarios', {
      body: { username: 'ainhoa', nombre: 'Ainhoa Ruiz', password: CLAVE, empresa: 1 },
      cookie: admin,
    })
    const i = await one(await seed(MACS[0], day(22)))
    expect((await review(i, { revisado: true }, await p.login('ainhoa'))).status).toBe(200)
    expect((await p.call('DELETE', `/api/usuarios/${body.id}`, { cookie: admin })).status).toBe(200)
    expect((await one(i.id)).cerrada_por).toBe('Ainhoa Ruiz')
    const otra = await review(i, { revisado: true })
    expect([otra.status, otra.body.error]).toEqual([409, expect.stringContaining('ya la cerró Ainhoa Ruiz')])
  })

  test('of two who close at once one wins, and the other is told who', async () => {
    const i = await one(await seed(MACS[0], day(21)))
    const rs = await Promise.all([
      review(i, { revisado: true, hubo_golpe_real: true }, operario),
      review(i, { revisado: true }, admin),
    ])
    expect(rs.map((r) => r.status).sort()).toEqual([200, 409])
    const final = await one(i.id)
    expect(final.cerrada_por).toBe(rs[0]?.status === 200 ? 'Nombre de operario' : 'Nombre de admin')
    expect(String(rs.find((r) => r.status === 409)?.body.error)).toContain(final.cerrada_por as string)
  })

  test("another company's incident is none", async () => {
    const ajena = (await list('', calidad)).body[0] as Incidencia
    expect((await review(ajena, { revisado: true })).status).toBe(404)
    expect((await p.call('GET', `/api/incidencias/${ajena.id}`, { cookie: operario })).status).toBe(404)
    expect((await p.call('GET', `/api/incidencias/${ajena.id}`, { cookie: calidad })).status).toBe(200)
    expect((await list('', calidad)).body[0]?.revisado).toBe(false)
  })

  test.each([
    [{ time: 'ayer' }, 'time'],
    [{ revisado: 'si' }, 'revisado'],
    [{ hubo_danio: null }, 'hubo_danio'],
    [{ dispositivo: '' }, 'dispositivo'],
  ])('set_impacto %j: 400 with its field', async (cambio, field) => {
    const r = await review((await list()).body[0] as Incidencia, cambio)
    expect([r.status, r.body.campo]).toEqual([400, field])
  })

  test('the detail has samples, threshold, place and what came before', async () => {
    const conMuestras = (await list('search=20015-2')).body[0] as Incidencia
    const r = await p.call('GET', `/api/incidencias/${conMuestras.id}`, { cookie: operario })
    expect(r.body).toMatchObject({
      id: conMuestras.id,
      muestras: [
        [-20, 0, 0, 1],
        [0, 3.1, 0, 1],
      ],
      umbral_g: 2.5,
      Lat: 42.84,
      Lon: -2.67,
      nodo: null,
      anteriores: [],
      totalAnteriores: 0,
    })
    const last = (await list('search=20014-1')).body[0] as Incidencia
    const detalle = await p.call<{ anteriores: Incidencia[]; totalAnteriores: number }>(
      'GET',
      `/api/incidencias/${last.id}`,
      { cookie: operario },
    )
    expect(detalle.body.totalAnteriores).toBeGreaterThanOrEqual(3)
    expect(detalle.body.anteriores.every((a) => a.Time < last.Time)).toBe(true)
    for (const id of ['0', 'x', '99999999'])
      expect((await p.call('GET', `/api/incidencias/${id}`, { cookie: operario })).status).toBe(
        id === '99999999' ? 404 : 400,
      )
  })

  test('the file has the rows of the screen, and says how far it is', async () => {
    const exportacion = crypto.randomUUID()
    const res = await fetch(
      `${p.servidor.url}/api/export_incidencias?formato=xlsx&aceleraciones=true&exportacion=${exportacion}`,
      { headers: { cookie: operario } },
    )
    expect(res.headers.get('content-disposition')).toBe('attachment; filename="incidencias.xlsx"')
    const [hoja] = (await readXlsx(new Uint8Array(await buffer(res.body as never)))).sheets
    const filas = (await list()).body
    expect(hoja?.rows[0]).toEqual([
      'Estado',
      'Apodo Dispositivo',
      'Apodo Lector',
      'Golpe real',
      'Daño en pieza',
      'Revisada',
      'Timestamp',
      'AccelXMax',
      'AccelXMin',
      'AccelYMax',
      'AccelYMin',
      'AccelZMax',
      'AccelZMin',
      'Pico (g)',
      'Ubicación',
      'Cerrada por',
      'Cerrada',
      'La lleva',
      'Nota',
    ])
    expect(hoja?.rows.slice(1).map((r) => r[1])).toEqual(filas.map((i) => i.ApodoDispositivo))
    const progress = () => p.call('GET', `/api/exportaciones/${exportacion}`, { cookie: operario })
    await expect
      .poll(async () => (await progress()).body)
      .toEqual({ hechas: filas.length, total: filas.length })
    expect((await p.call('GET', `/api/exportaciones/${exportacion}`, { cookie: admin })).body).toEqual({
      hechas: 0,
      total: null,
    })
    const pdf = await fetch(`${p.servidor.url}/api/export_incidencias?formato=pdf`, {
      headers: { cookie: operario },
    })
    expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
  })

  test('the file has the columns asked for and the order of the screen', async () => {
    const { pool } = p.servidor
    for (const [n, apodo] of ['R-10', 'Ñu-1', 'r-9', 'Z-1'].entries()) {
      await p.register(`AC233F00E00${n}`, 'SmartBle', `x ${apodo}`)
      await seed(`AC233F00E00${n}`, day(30 + n), { pico: n + 1 })
    }
    await pool.query(
      "update incidencia set pico_g = null where pico_g = 4 and tiempo < now() - interval '29 days'",
    )
    const filas = async (mas: string) => {
      const url = `${p.servidor.url}/api/export_incidencias?formato=xlsx&search=x%20&start_date=2000-01-01&${mas}`
      const res = await fetch(url, { headers: { cookie: operario } })
      const [hoja] = (await readXlsx(new Uint8Array(await buffer(res.body as never)))).sheets
      return hoja?.rows
    }
    expect(await filas('columnas=pico_g,ApodoDispositivo&orden=ApodoDispositivo&sentido=asc')).toEqual([
      ['Pico (g)', 'Apodo Dispositivo'],
      [2, 'x Ñu-1'],
      [3, 'x r-9'],
      [1, 'x R-10'],
      [null, 'x Z-1'],
    ])
    const apodos = async (mas: string) => (await filas(`columnas=ApodoDispositivo&${mas}`))?.slice(1).flat()
    expect(await apodos('orden=pico_g&sentido=desc')).toEqual(['x r-9', 'x Ñu-1', 'x R-10', 'x Z-1'])
    expect(await apodos('orden=cerrada_por&sentido=asc')).toEqual(['x R-10', 'x Ñu-1', 'x r-9', 'x Z-1'])
    expect(await apodos('sentido=asc')).toEqual(['x Z-1', 'x r-9', 'x Ñu-1', 'x R-10'])
    for (const [mal, field] of [
      ['columnas=Time,clave', 'columnas'],
      ['orden=clave', 'orden'],
      ['sentido=arriba', 'sentido'],
    ]) {
      const r = await p.call('GET', `/api/export_incidencias?formato=xlsx&${mal}`, { cookie: operario })
      expect([r.status, r.body.campo]).toEqual([400, field])
    }
  })

  test('companies 4, 5 and 6 have no incidents', async () => {
    for (const usuario of ['planta4', 'planta5', 'planta6'])
      expect((await list('', await p.as(usuario))).status).toBe(403)
  })
})
