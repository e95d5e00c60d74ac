import { DateTime } from 'luxon'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaMerma, Merma } from '#contract/cuentas/perdidas/merma'
import { type Prueba, startPrueba } from '../../../testing/retorna'
import { keepMerma } from './keep'

const LECTOR = 'C300000000F3'
const DAY = 86_400_000

/** The pool began in the middle of the year two years ago. Of today's date only the year is used. */
describe.runIf(inject('base').hay)('what is lost of the pool in a year', () => {
  let p: Prueba
  let lector: number
  let etapa: number
  let tercero: number
  let year: number
  const run = async (text: string, values: unknown[] = []) => (await p.servidor.pool.query(text, values)).rows
  const at = (month: number, day: number, y = year) =>
    DateTime.fromObject({ year: y, month, day, hour: 12 }, { zone: p.config.TZ_PLANTA }).toJSDate()
  const of = (n: number) => DateTime.fromObject({ year: year + n }, { zone: p.config.TZ_PLANTA }).toJSDate()

  beforeAll(async () => {
    p = await startPrueba()
    year = DateTime.now().setZone(p.config.TZ_PLANTA).year - 1
    await p.register(LECTOR, 'Reader', 'LEC-3')
    const [u] = await run(
      `insert into ubicacion (empresa_id, nombre) values (1, 'Cliente Norte') returning id`,
    )
    lector = (
      await run('update dispositivo set ubicacion_id = $2 where mac = $1 returning id', [LECTOR, u.id])
    )[0].id
    const [c] = await run(`insert into ciclo (empresa_id, nombre) values (1, 'Vuelta') returning id`)
    etapa = (
      await run(
        `insert into etapa (empresa_id, ciclo_id, nombre, orden, clase) values (1, $1, 'Fuera', 1, 'transito') returning id`,
        [c.id],
      )
    )[0].id
    await run(
      'insert into etapa_lugar (empresa_id, ciclo_id, etapa_id, ubicacion_id) values (1, $1, $2, $3)',
      [c.id, etapa, u.id],
    )
    tercero = (
      await run(`insert into tercero (empresa_id, nombre, clase) values (1, 'Norte', 'cliente') returning id`)
    )[0].id
    await run('insert into tercero_lugar (ubicacion_id, tercero_id, empresa_id) values ($1, $2, 1)', [
      u.id,
      tercero,
    ])
    await run(`insert into familia_precio (empresa_id, desde, centimos) values (1, '2000-01-01', 5000)`)
    await run(`update dispositivo set creado = $1 where empresa_id = 1`, [at(1, 1, year - 1)])
  })
  afterAll(() => p.stop())

  let n = 0
  async function put(familia: string, creado: Date, visto: Date | null) {
    const mac = `AE${String(++n).padStart(10, '0')}`
    const [d] = await run(
      `insert into dispositivo (empresa_id, mac, apodo, tipo, creado) values (1, $1, $2, 'SmartBle', $3) returning id`,
      [mac, `${familia}-${n}`, creado],
    )
    if (visto)
      await run(
        `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, estado_desde, lector_id, lector_desde) values ($1, 1, $2, $2, $3, $2)`,
        [d.id, visto, lector],
      )
    return d.id as number
  }
  const say = async (id: number, clase: string, momento: Date, anula: number | null = null) =>
    (
      await run(
        `insert into perdida_asiento (empresa_id, dispositivo_id, clase, momento, anula) values (1, $1, $2, $3, $4) returning id`,
        [id, clase, momento, anula],
      )
    )[0].id as number
  const get = async <T>(ruta: string, quien = 'operario') => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status]).toEqual([ruta, 200])
    return r.body
  }
  /** As the daily job does: this test writes losses without the ladder. */
  async function count(): Promise<void> {
    await run('delete from exposicion_contada')
    await keepMerma(p.servidor.db, p.config.TZ_PLANTA)
  }
  const merma = (query = '') => get<Merma>(`/api/perdidas/merma?anio=${year}${query}`)
  const lista = (query = '') =>
    get<{ data: FilaMerma[]; total: number }>(`/api/perdidas/merma/lista?anio=${year}${query}`)
  const row = (m: Merma, clave: string) => m.filas.find((f) => f.clave === clave)

  test('is what was declared lost and not heard again, over the containers that there were on average', async () => {
    // Ten of A since the year before; four of B since the middle of the year.
    const a = []
    for (let i = 0; i < 10; i++) a.push(await put('A', at(3, 1, year - 1), at(2, 1)))
    const half = new Date((of(0).getTime() + of(1).getTime()) / 2)
    for (let i = 0; i < 4; i++) await put('B', half, at(9, 1))
    const [lost, found, undone, off, before] = a as [number, number, number, number, number]
    await say(lost, 'declarada', half)
    await say(lost, 'baja', at(8, 1))
    await say(found, 'declarada', half)
    await run('update dispositivo_estado set ultimo_registro = $2 where dispositivo_id = $1', [
      found,
      at(10, 1),
    ])
    await say(undone, 'anulada', at(7, 9), await say(undone, 'declarada', at(7, 8)))
    // One only proposed, one deleted without being declared, one declared in the year before.
    await say(off, 'propuesta', at(7, 1))
    await run('update dispositivo set eliminado = $2 where id = $1', [off, half])
    await run(
      'update dispositivo_estado set ultimo_registro = $2, lector_desde = $2 where dispositivo_id = $1',
      [before, at(11, 1, year - 1)],
    )
    await say(before, 'declarada', at(12, 1, year - 1))
    await count()

    const m = await merma()
    expect(m).toMatchObject({ anio: year, completo: true })
    expect(m.anios).toEqual([year + 1, year, year - 1])
    // Of the ten of A, one was lost before, one is deleted and one is lost in the middle of the year.
    const A = {
      declarados: 2,
      recuperados: 1,
      perdidos: 1,
      centimos: 5000,
      parque: expect.closeTo(8, 6),
      merma: expect.closeTo(1 / 8, 6),
    }
    expect(row(m, 'A')).toMatchObject(A)
    expect(row(m, 'B')).toMatchObject({
      declarados: 0,
      perdidos: 0,
      parque: expect.closeTo(2, 6),
      merma: 0,
      alto: 1,
    })
    expect(m.total).toMatchObject({
      declarados: 2,
      recuperados: 1,
      perdidos: 1,
      parque: expect.closeTo(10, 6),
      merma: expect.closeTo(0.1, 6),
    })
  })

  test('by stage and by partner there is a row for each that had containers, with its share of what was lost', async () => {
    const etapas = await merma('&por=etapa')
    expect(etapas.filas).toMatchObject([
      // No visit was made of what this test wrote.
      { clave: String(etapa), nombre: 'Fuera', declarados: 2, perdidos: 1, parque: 0, merma: null, parte: 1 },
      { clave: '-', nombre: null, declarados: 0, parque: expect.closeTo(10, 6), merma: 0, entradas: null },
    ])
    const terceros = await merma('&por=tercero')
    expect(terceros.filas).toMatchObject([
      { clave: String(tercero), nombre: 'Norte', recuperados: 1, perdidos: 1 },
      { clave: '-', declarados: 0 },
    ])
    expect(etapas.total).toEqual(terceros.total)
    expect(etapas.total).toMatchObject({ merma: expect.closeTo(0.1, 6), parte: 1 })
  })

  test('what is of no family and was heard nowhere is a row with a list too', async () => {
    const nobody = await put('', at(3, 1, year - 1), null)
    await run('update dispositivo set apodo = null where id = $1', [nobody])
    await say(nobody, 'declarada', at(12, 30))
    await count()
    for (const por of ['familia', 'etapa', 'tercero']) {
      const m = await merma(`&por=${por}`)
      expect(row(m, '-')).toMatchObject({ nombre: null, declarados: 1, perdidos: 1, parte: 0.5 })
      expect(m.filas.reduce((n, f) => n + (f.parte ?? 0), 0)).toBeCloseTo(1, 6)
      expect((await lista(`&por=${por}&clave=-`)).data).toMatchObject([
        { Apodo: null, Ubicacion: null, visto: null },
      ])
    }
    await run('delete from dispositivo where id = $1', [nobody])
    await count()
  })

  test('each number is as long as its list', async () => {
    for (const por of ['familia', 'etapa', 'tercero']) {
      const m = await merma(`&por=${por}`)
      for (const f of m.filas)
        for (const que of ['declarados', 'recuperados', 'perdidos'] as const) {
          const l = await lista(`&por=${por}&clave=${encodeURIComponent(f.clave)}&que=${que}`)
          expect([por, f.clave, que, l.total, l.data.length]).toEqual([por, f.clave, que, f[que], f[que]])
        }
      expect((await lista(`&por=${por}&que=declarados`)).total).toBe(m.total.declarados)
    }
    const [lost] = (await lista()).data
    expect(lost).toMatchObject({
      Apodo: 'A-1',
      Ubicacion: 'Cliente Norte',
      etapa: 'Fuera',
      tercero: 'Norte',
      centimos: 5000,
      recuperado: null,
    })
    expect(new Date(lost?.visto as string)).toEqual(at(2, 1))
    const [found] = (await lista('&que=recuperados')).data
    expect(new Date(found?.recuperado as string)).toEqual(at(10, 1))
  })

  test('of a part of a year it is of that part, and says so', async () => {
    const m = await get<Merma>(`/api/perdidas/merma?anio=${year - 1}`)
    expect(m.completo).toBe(false)
    expect(new Date(m.desde)).toEqual(at(3, 1, year - 1))
    // Ten from March to December, minus the one lost on the first day of March.
    const whole = (of(0).getTime() - at(3, 1, year - 1).getTime()) / DAY
    const parque = 10 - (of(0).getTime() - at(12, 1, year - 1).getTime()) / DAY / whole
    expect(m.total).toMatchObject({
      perdidos: 1,
      parque: expect.closeTo(parque, 6),
      merma: expect.closeTo(1 / parque, 6),
    })
    // This year is incomplete.
    expect(await get<Merma>('/api/perdidas/merma')).toMatchObject({
      anio: year + 1,
      completo: false,
      total: { perdidos: 0 },
    })
  })

  test('the table and the list are files, and another company sees none of it', async () => {
    for (const ruta of [
      `/api/export_merma?anio=${year}&por=tercero&formato=xlsx`,
      `/api/export_merma?anio=${year}&formato=pdf`,
      `/api/export_merma_lista?anio=${year}&por=etapa&clave=${etapa}&que=declarados&formato=xlsx`,
    ]) {
      const r = await fetch(p.servidor.url + ruta, { headers: { cookie: await p.as('operario') } })
      expect([ruta, r.status]).toEqual([ruta, 200])
      expect((await r.arrayBuffer()).byteLength).toBeGreaterThan(500)
    }
    expect((await get<Merma>(`/api/perdidas/merma?anio=${year}`, 'encargada')).total.declarados).toBe(0)
    expect((await get<{ total: number }>(`/api/perdidas/merma/lista?anio=${year}`, 'encargada')).total).toBe(
      0,
    )
    for (const ruta of ['/api/perdidas/merma?empresa=1', '/api/perdidas/merma/lista?empresa=1'])
      expect((await p.call('GET', ruta, { cookie: await p.as('encargada') })).status).toBe(404)
    expect(
      (await p.call('GET', '/api/perdidas/merma?por=color', { cookie: await p.as('operario') })).status,
    ).toBe(400)
    expect(
      (await p.call('GET', '/api/perdidas/merma?anio=doce', { cookie: await p.as('operario') })).status,
    ).toBe(400)
  })

  test('more losses than there were containers on average are no share, and no band passes 100 %', async () => {
    for (const id of [await put('C', at(10, 1), at(10, 2)), await put('C', at(10, 1), at(10, 2))])
      await say(id, 'declarada', at(10, 3))
    await count()
    const m = await merma()
    expect(row(m, 'C')).toMatchObject({ perdidos: 2, merma: null, bajo: null, alto: null, pocos: true })
    expect(row(m, 'C')?.parque).toBeCloseTo((2 * 2) / 365, 2)
    for (const por of ['familia', 'etapa', 'tercero']) {
      const { filas, total } = await merma(`&por=${por}`)
      for (const f of [...filas, total]) {
        expect(Math.max(0, f.merma ?? 0, f.bajo ?? 0, f.alto ?? 0), f.alto?.toString()).toBeLessThanOrEqual(1)
        expect(f.por_mil ?? 0).toBeLessThanOrEqual(1000)
      }
    }
  })
})
