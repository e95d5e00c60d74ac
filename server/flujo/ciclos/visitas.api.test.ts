import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import { createRandom } from '../../../demo/random'
import { createPlanta, type Estancia } from '../../testing/ciclo'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { saveCuentas } from './repo-contenedores'

describe.runIf(inject('base').hay)('visits of stages', () => {
  let p: Prueba
  let planta: Awaited<ReturnType<typeof createPlanta>>
  beforeAll(async () => {
    p = await startPrueba()
    planta = await createPlanta(p)
  })
  afterAll(() => p.stop())
  const tell = async (mac: string) =>
    (await planta.visitas(mac)).map((v) => `${v.etapa} ${v.desde}-${v.hasta ?? 'ahora'} ${v.fin ?? 'sigue'}`)

  test('stays of one stage over a short gap are one visit; a round is from anchor to anchor', async () => {
    await planta.put('AC0000000001', '20014-1', [
      ['Lleno', 100, 90],
      ['Línea', 90, 80.5],
      ['Línea', 80, 70],
      ['Vacío', 69, 60],
      ['Lleno', 58, null],
    ])
    await planta.keep()
    expect(await tell('AC0000000001')).toEqual([
      'Lleno 100-90 paso',
      'Línea 90-70 paso',
      'Vacío 69-60 paso',
      'Lleno 58-ahora sigue',
    ])
    expect((await planta.visitas('AC0000000001')).map((v) => v.vuelta)).toEqual([null, null, null, 100])
  })

  test('a gap of over an hour makes two visits, and what is heard elsewhere after a silence went there', async () => {
    await planta.put('AC0000000002', '20014-2', [
      ['Lleno', 100, 90],
      ['Lleno', 86, 80, true],
      ['Vacío', 20, null],
    ])
    await planta.keep()
    expect(await tell('AC0000000002')).toEqual([
      'Lleno 100-90 paso',
      'Lleno 86-80 paso',
      'Vacío 20-ahora sigue',
    ])
  })

  test('who is not heard any more has left when it was heard last, and is there again once it is heard', async () => {
    await planta.put('AC0000000003', '20014-3', [['Línea', 40, null]])
    const hear = (horas: number) =>
      planta.pool.query(
        `update dispositivo_estado set ultimo_registro = $2 where dispositivo_id = (select id from dispositivo where mac = $1)`,
        ['AC0000000003', planta.at(horas)],
      )
    await hear(10)
    await planta.keep()
    await planta.keep()
    expect(await tell('AC0000000003')).toEqual(['Línea 40-10 silencio'])
    await hear(0)
    await planta.keep()
    expect(await tell('AC0000000003')).toEqual(['Línea 40-ahora sigue'])
  })

  test('another nickname is another family, and a container that is deleted ends its visit', async () => {
    await planta.put('AC0000000004', '20014-4', [['Lleno', 30, null]])
    await planta.keep()
    const cookie = await p.as('admin')
    const cambio = { mac_serie: 'AC0000000004', apodo: '30220-4' }
    expect((await p.call('POST', '/api/change_device_apodo', { cookie, body: cambio })).status).toBe(200)
    await planta.keep()
    const familia = await planta.pool.query(
      "select v.familia from visita v join dispositivo d on d.id = v.dispositivo_id where d.mac = 'AC0000000004'",
    )
    expect(familia.rows).toEqual([{ familia: '30220' }])
    await planta.pool.query("update dispositivo set eliminado = now() where mac = 'AC0000000004'")
    await planta.keep()
    expect((await planta.visitas('AC0000000004')).map((v) => v.fin)).toEqual(['baja'])
  })

  test('processes that read the open hours at once leave one clock, and one count of the stages', async () => {
    const read = () =>
      planta.pool.query('select empresa_id, planta, desde, hasta, antes_s from reloj order by 1, 2, 3')
    const { rows } = await read()
    await planta.pool.query('delete from reloj')
    // All containers of the company.
    await planta.pool.query("insert into visita_pendiente (empresa_id, desde) values (1, '-infinity')")
    await Promise.all(Array.from({ length: 4 }, planta.keep))
    await Promise.all(Array.from({ length: 4 }, () => planta.db.transaction().execute(saveCuentas)))
    expect(rows.length).toBeGreaterThan(0)
    expect((await read()).rows.map((r) => r.desde)).toEqual(rows.map((r) => r.desde))
  })

  test('stages that change make other visits of the same stays', async () => {
    await planta.ciclos([
      ['Lleno', ['Lleno', 'Línea']],
      ['Vacío', ['Vacío']],
    ])
    await planta.keep()
    expect(await tell('AC0000000001')).toEqual([
      'Lleno 100-70 paso',
      'Vacío 69-60 paso',
      'Lleno 58-ahora sigue',
    ])
  })

  test('hours in which the plant is closed do not count', async () => {
    const abiertas = async () => (await planta.visitas('AC0000000001'))[0]?.abiertas
    expect(await abiertas()).toBeCloseTo(30, 5)
    const cookie = await p.as('admin')
    const nunca = { planta: '', semana: [[], [], [], [], [], [], []], festivos: [] }
    await p.call('PUT', '/api/empresas/1/calendarios', { cookie, body: nunca })
    await planta.keep()
    expect(await abiertas()).toBe(0)
    await p.call('DELETE', '/api/empresas/1/calendarios?planta=', { cookie })
    await planta.keep()
    expect(await abiertas()).toBeCloseTo(30, 5)
  })

  test('what is made change by change is what is made at once, and who is not concerned by a change is not written', async () => {
    await planta.ciclos([
      ['Lleno', ['Lleno']],
      ['Línea', ['Línea']],
      ['Vacío', ['Vacío']],
    ])
    const random = createRandom(7).next
    const lugares = ['Lleno', 'Línea', 'Vacío'] as const
    // A few containers at a time, with stays in any order of time: each stay after the first changes visits that exist.
    const macs = Array.from({ length: 12 }, (_, i) => `AC00000001${String(i).padStart(2, '0')}`)
    const estancias = macs.flatMap((mac) =>
      Array.from({ length: 14 }, (_, i) => ({ mac, desde: 200 - i * 10, orden: random() })),
    )
    for (const mac of macs) await planta.put(mac, `20014-${mac}`, [])
    const ordenadas = estancias.toSorted((a, b) => a.orden - b.orden)
    for (const [i, { mac, desde }] of ordenadas.entries()) {
      const lugar = lugares[Math.floor(random() * 3)] as string
      const hasta = desde - (random() < 0.6 ? 10 : 3 + 6 * random())
      await planta.stay(mac, [lugar, desde, hasta, random() < 0.2])
      if (i % 20 === 0) await planta.keep()
    }
    await planta.keep()
    const all = async () => (await planta.pool.query('select * from visita order by 1, 2')).rows
    const sitios = async () =>
      (
        await planta.pool.query<{ sitio: string; etapa: string }>(
          'select v.ctid::text as sitio, e.nombre as etapa from visita v join etapa e on e.id = v.etapa_id order by v.dispositivo_id, v.desde',
        )
      ).rows
    const poco = await all()
    expect(poco.length).toBeGreaterThan(100)

    const ask = () =>
      planta.pool.query("insert into visita_pendiente (empresa_id, desde) values (1, '-infinity')")
    const before = await sitios()
    await ask()
    await planta.keep()
    expect(await sitios()).toEqual(before)

    await planta.pool.query('delete from visita')
    await ask()
    await planta.keep()
    expect(await all()).toEqual(poco)
  })
})

describe.runIf(inject('base').hay)('pages of what ended', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    const planta = await createPlanta(p)
    for (let i = 0; i < 10; i++) {
      const estancias: Estancia[] = []
      // Two containers at a time do the same, so that ties are ordered too.
      for (let h = 100 + Math.floor(i / 2); h > 10; h -= 30)
        estancias.push(['Lleno', h, h - 10 - (i % 3)], ['Línea', h - 13, h - 18], ['Vacío', h - 19, h - 30])
      await planta.put(`AC00000003${String(i).padStart(2, '0')}`, `20014-${i}`, estancias)
    }
    await planta.keep()
    await planta.measure()
  })
  afterAll(() => p.stop())

  test('are the whole list in its order', { tags: ['slow'] }, async () => {
    const pages = async (query: string, per_page: number) => {
      const all: FilaCiclo[] = []
      for (let page = 1; ; page++) {
        const ruta = `/api/ciclo/lista?${query}&per_page=${per_page}&page=${page}`
        const { body } = await p.call<{ data: FilaCiclo[]; total: number }>('GET', ruta, {
          cookie: await p.as('operario'),
        })
        all.push(...body.data)
        if (page * per_page >= body.total) return all
      }
    }
    for (const que of ['estancias', 'pasos', 'vueltas'])
      for (const orden of ['desde', 'horas'])
        for (const sentido of ['asc', 'desc']) {
          const query = `que=${que}&orden=${orden}&sentido=${sentido}`
          const whole = await pages(query, 200)
          expect(whole.length).toBeGreaterThan(10)
          const values = whole.map((f) => (orden === 'horas' ? f.horas : Date.parse(f.desde)))
          expect(values).toEqual(values.toSorted((a, b) => (sentido === 'asc' ? a - b : b - a)))
          expect(await pages(query, 7)).toEqual(whole)
        }
  })
})
