import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaPila, ModeloPila, Pilas, ResultadoPila, Ronda } from '#contract/cuentas/pilas/pilas'
import { createDb } from '../../platform/db/client'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { keepPilas } from './keep'

const HOUR = 3_600_000
const DAY = 24 * HOUR
type Lista = { data: FilaPila[]; total: number }
type Dicho = { mv?: number; bateria?: number; grados?: number; valor?: object; ago?: number }

describe.runIf(inject('base').hay)('batteries', () => {
  let p: Prueba
  let macs = 0
  beforeAll(async () => {
    p = await startPrueba()
    await p.servidor.jobs.stop()
    await query(
      `insert into ubicacion (empresa_id, nombre, nodo_x, nodo_y) values (1, 'Oeste', 0.1, 0.5), (1, 'Centro', 0.4, 0.5),
         (1, 'Este', 0.9, 0.5), (1, 'Patio', null, null)`,
    )
    for (const [i, lugar] of ['Oeste', 'Centro', 'Este', 'Patio'].entries()) {
      await p.register(`C300000000A${i}`, 'Reader', `LEC-${i}`, { ubicacion: lugar })
      await query(
        'update dispositivo d set ubicacion_id = u.id from ubicacion u where d.mac = $1 and u.nombre = $2',
        [`C300000000A${i}`, lugar],
      )
    }
  })
  afterAll(() => p.stop())

  const query = (text: string, values: unknown[] = []) => p.servidor.pool.query(text, values)
  /** Sets the last report of the tag, `ago` ms ago. */
  async function tell(mac: string, { mv, bateria, grados, valor = {}, ago = 0 }: Dicho, lugar = 'Oeste') {
    await query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, recibido, estado_desde, bateria_mv, bateria, temperatura,
         valor, lector_id, lector_desde)
       select d.id, d.empresa_id, $2, $2, now(), $3, $4, $5, $6, l.id, now() from dispositivo d
       left join dispositivo l on l.apodo like 'LEC-%' and l.ubicacion_id = (select id from ubicacion where nombre = $7 and empresa_id = 1)
       where d.mac = $1 and d.eliminado is null
       on conflict (dispositivo_id) do update set ultimo_registro = excluded.ultimo_registro, recibido = excluded.recibido,
         bateria_mv = excluded.bateria_mv, bateria = excluded.bateria, temperatura = excluded.temperatura, valor = excluded.valor`,
      [mac, new Date(Date.now() - ago), mv, bateria, grados, valor, lugar],
    )
    await keep()
  }
  async function put(familia: string, dicho?: Dicho, lugar?: string, empresa = 1, prefijo = 'AC00000020') {
    const mac = `${prefijo}${String(++macs).padStart(2, '0')}`
    await p.register(mac, 'SmartBle', `${familia}-${macs}`, { empresa })
    if (dicho) await tell(mac, dicho, lugar)
    return mac
  }
  /** As the evaluation an hour later does. */
  async function keep() {
    await query("update pila set revisada = revisada - interval '1 hour'")
    await query("update pila_aprendido set momento = momento - interval '1 hour'")
    await keepPilas(createDb(p.servidor.pool))
  }
  const get = async <T>(ruta: string, quien = 'operario') => {
    const r = await p.call<T>('GET', ruta, { cookie: await p.as(quien) })
    expect([ruta, r.status]).toEqual([ruta, 200])
    return r.body
  }
  const list = (filtro = '', quien?: string) => get<Lista>(`/api/pilas/lista?per_page=200&${filtro}`, quien)
  const of = async (mac: string) => (await list(`search=${mac}`)).data[0] as FilaPila
  const why = async (mac: string) => {
    const { clase, motivo } = await of(mac)
    return [clase, motivo]
  }
  const post = async <T = { resultados: ResultadoPila[] }>(ruta: string, body: unknown, quien = 'operario') =>
    p.call<T>('POST', `/api/pilas/${ruta}`, { body, cookie: await p.as(quien) })
  const change = async (contenedor: string, mas: object = {}, quien?: string) => {
    const r = await post('cambios', { cambios: [{ clave: randomUUID(), contenedor, ...mas }] }, quien)
    expect(r.status).toBe(200)
    return r.body.resultados[0] as ResultadoPila
  }

  test('each tag is of one class, with its reason, from what its gateway sends', async () => {
    const [baja, plena, porciento, callada] = [
      await put('10001', { mv: 2450, grados: 20 }),
      await put('10001', { mv: 2900, grados: 20 }),
      await put('10001', { bateria: 4 }),
      await put('10001'),
    ]
    await keep()
    expect(await Promise.all([baja, plena, porciento, callada].map(why))).toEqual([
      ['ya', 'tension'],
      ['no_se_sabe', 'sin_cambio'],
      ['ya', 'porcentaje'],
      ['no_se_sabe', 'sin_tension'],
    ])
    // Cold now, but warm earlier on the same day: the result is the same.
    const fria = await put('10001', { mv: 2650, grados: 15, ago: 60_000 })
    await tell(fria, { mv: 2450, grados: -3 })
    expect(await of(fria)).toMatchObject({ motivo: 'sin_cambio', mv: 2650 })
    const anew = await put('10001', { mv: 2700, valor: { secuencia: 1000 }, ago: 2 * HOUR })
    await tell(anew, { mv: 2700, valor: { secuencia: 3800 }, ago: HOUR })
    await tell(anew, { mv: 2700, valor: { secuencia: 'x' }, ago: HOUR / 2 })
    await tell(anew, { mv: 2700, valor: { secuencia: 64 } })
    expect(await why(anew)).toEqual(['ya', 'reinicio'])
  })

  test('a voltage that has fallen for weeks is of this month, with the days that are left at its pace', async () => {
    const mac = await put('10008', { mv: 2880, ago: 30 * DAY })
    for (let day = 29; day >= 1; day--)
      await tell(mac, { mv: 2880 - Math.max(0, 18 - day) * 14, grados: 20, ago: day * DAY })
    const fila = await of(mac)
    expect(fila).toMatchObject({ clase: 'este_mes', motivo: 'caida', mv: 2642 })
    expect([fila.quedan, fila.desde]).toEqual([expect.closeTo(52, -1), null])
    // Memory stored by an older version has no weeks: they start anew, without an error.
    await query("update pila set memoria = memoria - 'semanas' where modelo is not null")
    await tell(mac, { mv: 2640 })
    expect(await of(mac)).toMatchObject({ motivo: 'sin_cambio', quedan: null })
  })

  test('an exchange begins anew, counts once however often it is sent, and is taken back within a minute', async () => {
    const mac = await put('10002', { mv: 2400 })
    const clave = randomUUID()
    const once = { clave, contenedor: mac, hace_s: 60 }
    const all = await Promise.all([1, 2].map(() => post('cambios', { cambios: [once, once] })))
    const cambios = all.flatMap((r) => r.body.resultados.map((x) => x.cambio))
    expect(new Set(cambios).size).toBe(1)
    expect(await why(mac)).toEqual(['sin_prisa', 'reciente'])
    // Reports of the old battery say nothing about the new one.
    await keep()
    expect(await of(mac)).toMatchObject({ clase: 'sin_prisa', mv: null })
    // A second user scans it too.
    expect(await change(mac)).toMatchObject({ status: 'success', message: 'Ya constaba.', cambio: null })
    expect(
      (await query('select count(*)::int as n from cambio_pila where clave = $1', [clave])).rows[0].n,
    ).toBe(1)
    await expect(query('update cambio_pila set cuando = cuando')).rejects.toThrow('only additions')
    expect((await post('anular', { cambios }, 'encargada')).status).toBe(404)
    expect((await post('anular', { cambios })).status).toBe(200)
    expect(await why(mac)).toEqual(['ya', 'tension'])
    const { cambio } = await change(mac)
    await query(
      "set retorna.restaurar = 'si'; update cambio_pila set momento = now() - interval '2 minutes'; reset retorna.restaurar",
    )
    expect((await post('anular', { cambios: [cambio] })).status).toBe(409)
    expect((await post('anular', { cambios: [2 ** 50] })).status).toBe(404)
  })

  test('goes by mac or nickname; what nobody knows is said of each alone', async () => {
    const mac = await put('10003', { mv: 2400 })
    const { Apodo } = await of(mac)
    const r = await post('cambios', {
      cambios: [
        { clave: randomUUID(), contenedor: Apodo?.toUpperCase() },
        { clave: randomUUID(), contenedor: 'NADA-1' },
      ],
    })
    expect(r.body.resultados).toMatchObject([
      { status: 'success', apodo: Apodo },
      { status: 'error', message: 'No existe ese contenedor.', cambio: null },
    ])
    for (const mal of [
      [],
      [{ clave: 'x', contenedor: mac }],
      [{ clave: randomUUID(), contenedor: mac, hace_s: -1 }],
    ])
      expect((await post('cambios', { cambios: mal })).status).toBe(400)
  })

  test('a tag that comes back with fresh voltage asks, and either answer ends it', async () => {
    const answers: [dia: (hoy: string) => string | null, espera: string[]][] = [
      [(hoy) => hoy, ['sin_prisa', 'reciente']],
      [() => null, ['no_se_sabe', 'sin_cambio']],
    ]
    const hoy = new Intl.DateTimeFormat('sv', { timeZone: p.config.TZ_PLANTA }).format()
    for (const [dia, espera] of answers) {
      const mac = await put('10004', { mv: 2400, ago: 3 * DAY })
      await tell(mac, { mv: 3050 })
      expect((await of(mac)).pregunta).not.toBeNull()
      expect((await list('motivo=pregunta')).data.map((f) => f.mac)).toEqual([mac])
      expect((await get<Pilas>('/api/pilas')).preguntas).toBe(1)
      const body = { contenedor: mac, clave: randomUUID(), dia: dia(hoy) }
      expect((await post('respuestas', { ...body, dia: '2026-01-01' })).status).toBe(400)
      expect((await post('respuestas', { ...body, dia: '2999-01-01' })).status).toBe(400)
      expect((await post('respuestas', body, 'encargada')).status).toBe(404)
      expect((await post('respuestas', body)).status).toBe(200)
      // The same answer sent twice.
      expect((await post('respuestas', body)).status).toBe(200)
      expect((await post('respuestas', { ...body, clave: randomUUID() })).status).toBe(409)
      expect(await why(mac)).toEqual(espera)
      await keep()
      expect(await why(mac)).toEqual(espera)
    }
  })

  test('of a model of which too few ended it says that nothing is known yet', async () => {
    const mac = await put('10009', { mv: 2900 })
    await change(mac)
    const { modelos } = await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido')
    expect(modelos.find((m) => m.etiquetas > 0)).toMatchObject({
      mediana: null,
      bajo: null,
      alto: null,
      sin_mediana: 'pocas_acabadas',
    })
  })

  test('ages are learned from the exchanges of a model: 30 that ended at 400 days', async () => {
    const macs = await Promise.all(Array.from({ length: 30 }, () => put('10005', undefined)))
    await query(
      `insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, mac, cuando, acabada)
       select 1, d.id, gen_random_uuid(), 'cambio', d.mac, now() - make_interval(days => (401 + g * 400 - i)::int), g = 0
       from unnest($1::text[]) with ordinality as m (mac, i) join dispositivo d on d.mac = m.mac, generate_series(0, 1) g`,
      [macs],
    )
    await keep()
    const learned = async (quien?: string) =>
      (await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido', quien)).modelos
    const { modelo } = await of(macs[0] as string)
    const suyo = (await learned()).find((m) => m.modelo === modelo) as ModeloPila
    expect(suyo).toMatchObject({ empresa: 1, acabadas: 30, mediana: 400, bajo: 400, sin_mediana: null })
    // Each count equals the length of its list.
    const total = async (q: string) =>
      (await list(`modelo=${encodeURIComponent(modelo as string)}${q}`)).total
    expect(await total('')).toBe(suyo.etiquetas)
    expect(await total('&clase=este_mes&motivo=edad')).toBe(suyo.por_edad)
    expect(suyo.siguen).toBeGreaterThanOrEqual(30)
    expect(await learned('encargada')).toEqual([])
    const ajeno = await p.call('GET', '/api/pilas/aprendido?empresa=1', { cookie: await p.as('encargada') })
    expect(ajeno.status).toBe(404)
    // The other tags of the model had recent exchanges or none; these batteries are 371 to 400 days old.
    expect(await why(macs[0] as string)).toEqual(['este_mes', 'edad'])
    await query(
      `insert into cambio_pila (empresa_id, dispositivo_id, clave, clase, mac, cuando)
       select 1, id, gen_random_uuid(), 'cambio', mac, now() - interval '200 days' from dispositivo where mac = $1`,
      [macs[0]],
    )
    await keep()
    expect(await of(macs[0] as string)).toMatchObject({ clase: 'sin_prisa', motivo: 'edad_baja', riesgo: 0 })
  })

  test('a few exchanges teach at once, many within the hour', async () => {
    const learned = async () => {
      const { modelos } = await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido')
      return modelos.reduce((n, m) => n + m.acabadas + m.tempranas + m.siguen, 0)
    }
    const [una, otra] = [await put('10010', { mv: 2900 }), await put('10010', { mv: 2900 })]
    const before = await learned()
    const { cambio } = await change(una)
    expect(await learned()).toBe(before + 1)
    expect((await post('anular', { cambios: [cambio] })).status).toBe(200)
    expect(await learned()).toBe(before)
    await query(
      `insert into pila_aprendido (empresa_id, modelo, acabadas, tempranas, siguen, curva)
       values (1, 'OTRO', 6000, 0, 0, '{"t": [], "s": [], "salidas": 0}')`,
    )
    await change(otra)
    expect(await learned()).toBe(before + 6000)
    await keep()
    expect(await learned()).toBe(before + 1)
  })

  test('each figure is what its list adds up to, in the order of urgency and in pages', async () => {
    const { clases, familias } = await get<Pilas>('/api/pilas?empresa=1')
    expect(familias).toContain('10005')
    for (const { clase, n } of clases) {
      const l = await list(`clase=${clase}`)
      expect([clase, l.total, l.data.length]).toEqual([clase, n, n])
    }
    for (const { modelo, etiquetas, por_edad } of (
      await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido?empresa=1')
    ).modelos) {
      const total = async (q: string) =>
        (await list(`empresa=1&modelo=${encodeURIComponent(modelo)}${q}`)).total
      expect([modelo, await total(''), await total('&clase=este_mes&motivo=edad')]).toEqual([
        modelo,
        etiquetas,
        por_edad,
      ])
    }
    const all = (await list('orden=tension&clase=ya')).data.map((f) => f.mv ?? 9999)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    const first = await get<Lista>('/api/pilas/lista?per_page=2&page=2')
    expect(first.data).toEqual((await list()).data.slice(2, 4))
    expect((await list('search=no-hay')).total).toBe(0)
  })

  test('the round goes by place over the floor plan, and is done with one scan each', async () => {
    await query(
      "delete from pila; delete from dispositivo_estado where dispositivo_id in (select id from dispositivo where tipo <> 'Reader')",
    )
    for (const lugar of ['Este', 'Patio', 'Oeste', 'Centro', 'Este']) await put('10006', { mv: 2300 }, lugar)
    const ronda = (q = '') => get<Ronda>(`/api/pilas/ronda?hasta=ya${q}`)
    const { paradas, total } = await ronda()
    expect(total).toBe(5)
    expect(paradas.slice(0, 3).map((x) => x.lugar)).toSatisfy((l: string[]) =>
      ['Oeste,Centro,Este', 'Este,Centro,Oeste'].includes(l.join()),
    )
    expect(paradas.at(-1)).toMatchObject({ lugar: 'Patio', en_plano: false })
    expect((await ronda('&desde=Centro')).paradas.map((x) => x.lugar)).toEqual([
      'Centro',
      'Oeste',
      'Este',
      'Patio',
    ])
    const { modelos } = await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido')
    expect(modelos.reduce((n, m) => n + m.etiquetas, 0)).toBe((await list()).total)
    const [una] = paradas.find((x) => x.lugar === 'Este')?.contenedores ?? []
    await change(una?.Apodo as string)
    expect((await ronda()).total).toBe(4)
  })

  test('addresses that are random say no maker: tags of a kind that have one teach each other', async () => {
    const random = [
      await put('10009', { mv: 2900 }, undefined, 1, 'D1A7000030'),
      await put('10009', { mv: 2900 }, undefined, 1, 'F40B520030'),
    ]
    const own = await put('10009', { mv: 2900 })
    expect(await Promise.all([...random, own].map(async (mac) => (await of(mac)).modelo))).toEqual([
      'SmartBle',
      'SmartBle',
      'AC0000 SmartBle',
    ])
    const { modelos } = await get<{ modelos: ModeloPila[] }>('/api/pilas/aprendido')
    expect(modelos.find((m) => m.modelo === 'SmartBle')?.etiquetas).toBe(2)
  })

  test('another company sees and changes nothing of it; it is a file, and stands in the audit', async () => {
    const mac = await put('10007', { mv: 2400 })
    expect((await list(`search=${mac}`, 'encargada')).total).toBe(0)
    for (const ruta of ['/api/pilas', '/api/pilas/lista', '/api/pilas/ronda', '/api/export_pilas'])
      expect(
        (await p.call('GET', `${ruta}?empresa=1&formato=xlsx`, { cookie: await p.as('encargada') })).status,
      ).toBe(404)
    expect(await change(mac, {}, 'encargada')).toMatchObject({
      status: 'error',
      message: 'No existe ese contenedor.',
    })
    const file = async (columnas: string) =>
      p.call('GET', `/api/export_pilas?formato=xlsx&columnas=${columnas}`, { cookie: await p.as('operario') })
    expect((await file('apodo,motivo')).headers.get('content-disposition')).toContain('pilas')
    expect((await file('x')).status).toBe(400)
    const { data } = await get<{ data: object[] }>('/api/auditoria?entidad=cambio_pila', 'admin')
    expect(data.length).toBeGreaterThan(3)
  })
})
