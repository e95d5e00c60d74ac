import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Cuadro, CuadroCiclo, FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import { SIN_META } from '#contract/flujo/ciclos/cuadro-values'
import { createPlanta, type Estancia } from '../../testing/ciclo'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { countAtascados } from './repo-list'

const CONTENEDORES = 20
const RONDAS = 3
const mac = (i: number) => `AC00000001${String(i).padStart(2, '0')}`

describe.runIf(inject('base').hay)('figures of a loop', () => {
  let p: Prueba
  let planta: Awaited<ReturnType<typeof createPlanta>>
  beforeAll(async () => {
    p = await startPrueba()
    planta = await createPlanta(p)
    // Rounds of 30 hours: 10 in the stage full, 5 (or 6) at the line, 14 (or 13) empty, one on the way.
    for (let i = 0; i < CONTENEDORES; i++) {
      const estancias: Estancia[] = []
      for (let r = RONDAS; r > 0; r--) {
        const h = 10 + r * 30 + i / 10
        const linea = i % 2 ? 5 : 6
        estancias.push(
          ['Lleno', h, h - 10],
          ['Línea', h - 10, h - 10 - linea],
          ['Vacío', h - 11 - linea, h - 30],
        )
      }
      estancias.push(['Lleno', 10 + i / 10, null])
      await planta.put(mac(i), `${i % 4 ? 20014 : 30220}-${i}`, estancias)
    }
    await planta.keep()
    await planta.measure()
  })
  afterAll(() => p.stop())

  const get = async (query = '', who = 'operario') =>
    p.call<Cuadro & { error: string }>('GET', `/api/ciclo?${query}`, { cookie: await p.as(who) })
  const read = async (query = '') => (await get(query)).body.ciclo as CuadroCiclo
  const list = async (query: Record<string, string | number | undefined>, who = 'operario') => {
    const dados = Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]]))
    return p.call<{ data: FilaCiclo[]; total: number }>(
      'GET',
      `/api/ciclo/lista?${new URLSearchParams(dados)}`,
      {
        cookie: await p.as(who),
      },
    )
  }
  const setMetas = async (body: object, who = 'admin') =>
    p.call('PUT', '/api/ciclo/metas', { cookie: await p.as(who), body })
  const say = async (body: object, who = 'operario') =>
    p.call<{ resultados: { status: string }[] }>('POST', '/api/ciclo/atascos', {
      cookie: await p.as(who),
      body,
    })
  const plazo = async (horas: number | null, euros: number | null = null) => {
    const c = await read()
    return setMetas({
      version: c.version,
      ciclo: c.id,
      familia: '',
      euros_dia: euros,
      etapas: c.etapas.map((e) => ({ etapa: e.id, plazo_h: horas, minimo: 1, objetivo: 2, maximo: 3 })),
    })
  }

  test('stays, legs and rounds take what they took', async () => {
    const c = await read()
    expect(c.etapas.map((e) => [e.nombre, e.dentro, e.n, e.mediana_h])).toEqual([
      ['Lleno', 20, 60, 10],
      ['Línea', 0, 60, expect.closeTo(5, 1)],
      ['Vacío', 0, 60, 13],
    ])
    expect(c.etapas[1]?.p90_h).toBeCloseTo(6, 1)
    expect(c.pasos.map((x) => [x.n, x.mediana_h, x.parte])).toEqual(
      expect.arrayContaining([
        [60, 0, 1],
        [60, 1, 1],
        [60, 0, 1],
      ]),
    )
    expect(c.vueltas).toMatchObject({ n: 60, mediana_d: 1.25, p90_d: 1.25 })
    expect(c.vueltas.al_anno).toBeCloseTo(292, 3)
    const familia = await read('familia=30220')
    expect(familia.etapas[0]).toMatchObject({ dentro: 5, n: 15, mediana_h: null })
    expect(familia.vueltas).toMatchObject({ n: 15, mediana_d: null })
  })

  test('every figure leads to the list that it was counted from', async () => {
    await plazo(10.95)
    for (const familia of [undefined, '20014']) {
      const c = await read(familia ? `familia=${familia}` : '')
      const de = { ciclo: c.id, familia }
      let vistas = 0
      const check = async (n: number, query: Parameters<typeof list>[0]) => {
        const { body } = await list({ ...de, ...query, per_page: 200 })
        expect([query, body.total, body.data.length]).toEqual([query, n, n])
        vistas += n
      }
      for (const e of c.etapas) {
        await check(e.dentro, { que: 'dentro', etapa: e.id })
        await check(e.callan, { que: 'callan', etapa: e.id })
        await check(e.atascados, { que: 'atascados', etapa: e.id })
        await check(e.aparte, { que: 'aparte', etapa: e.id })
        await check(e.n, { que: 'estancias', etapa: e.id })
      }
      for (const x of c.pasos) await check(x.n, { que: 'pasos', etapa: x.de, a: x.a })
      await check(c.vueltas.n, { que: 'vueltas' })
      for (const s of c.semanas) {
        const { desde, hasta } = s
        await check(s.vueltas, { que: 'vueltas', desde, hasta })
        for (const e of s.etapas) await check(e.n, { que: 'estancias', etapa: e.id, desde, hasta })
      }
      expect(vistas).toBeGreaterThan(500)
    }
    await plazo(null)
  })

  test('over its time is stuck, by what it costs, until somebody says otherwise', async () => {
    const stuck = async () => (await list({ que: 'atascados', per_page: 200 })).body
    // Without a plazo the limit is what 95 % of the stays took, once 30 stays have ended.
    await plazo(null)
    expect((await stuck()).total).toBe(0)
    const know = (n: number) =>
      planta.pool.query("update etapa_medida set n = $1, q95_s = 36000 where familia = '20014'", [n])
    await know(29)
    expect((await stuck()).total).toBe(0)
    await know(30)
    const usual = await stuck()
    expect(usual.total).toBe(15)
    expect(new Set(usual.data.map((f) => `${f.Familia} ${f.limite_de}`))).toEqual(new Set(['20014 q95']))
    await planta.measure()
    // These have been there for 10 to 11.9 hours: the last ones are over the plazo too.
    await plazo(11.45, 24)
    const { data, total } = await stuck()
    expect(total).toBe(5)
    expect(data.map((f) => f.mac)).toEqual([mac(19), mac(18), mac(17), mac(16), mac(15)])
    expect(data[0]).toMatchObject({ limite_h: expect.closeTo(11.45, 3), limite_de: 'plazo', motivo: null })
    // 24 € a day are one euro an hour.
    expect(data[0]?.euros).toBeCloseTo(data[0]?.exceso_h as number, 2)
    expect(await countAtascados(planta.db, 1)).toEqual([
      { empresa: 1, familia: '20014', n: 4 },
      { empresa: 1, familia: '30220', n: 1 },
    ])

    // Held because of damage that nobody has reviewed: the row says so, and still counts.
    const golpe = await planta.pool.query<{ id: number }>(
      `insert into incidencia (empresa_id, dispositivo_id, tiempo, hasta, pico_g, hubo_danio, revisado)
       select empresa_id, id, now(), now(), 9, true, false from dispositivo where mac = $1 returning id`,
      [mac(18)],
    )
    const retenidos = await stuck()
    expect(retenidos.total).toBe(5)
    expect(retenidos.data.map((f) => f.retenido)).toEqual([null, golpe.rows[0]?.id, null, null, null])
    const week = new Date(Date.now() + 7 * 86_400_000).toISOString()
    await say({ contenedores: [mac(19)], callado_hasta: week, nota: 'Espera a calidad' })
    expect((await stuck()).total).toBe(4)
    expect((await list({ que: 'aparte' })).body.data).toMatchObject([
      { mac: mac(19), motivo: 'callado', nota: 'Espera a calidad' },
    ])
    await say({ contenedores: [mac(19)], callado_hasta: null })
    expect((await stuck()).data[0]).toMatchObject({ mac: mac(19), nota: 'Espera a calidad' })

    const [yo] = (
      await planta.pool.query<{ id: number }>("select id from usuario where username = 'operario'")
    ).rows
    const r = await say({ contenedores: [mac(18), mac(17), 'AC0000009999'], lleva: yo?.id })
    expect(r.body.resultados.map((x) => x.status)).toEqual(['success', 'success', 'error'])
    expect((await list({ que: 'atascados', mios: 'true' })).body.total).toBe(2)
    expect((await list({ que: 'atascados', mios: 'true' }, 'admin')).body.total).toBe(0)
    const notas = await p.call<{ data: { entidad: string }[] }>('GET', '/api/auditoria?entidad=atasco', {
      cookie: await p.as('admin'),
    })
    expect(notas.body.data.length).toBeGreaterThanOrEqual(4)
  })

  test('what is said of a container that is not stuck yet shows as well', async () => {
    const inside = async (mas: Record<string, string> = {}) =>
      (await list({ que: 'dentro', per_page: 200, ...mas })).body.data
    const atascadas = new Set((await list({ que: 'atascados' })).body.data.map((f) => f.mac))
    const sinPasarse = (await inside()).find((f) => !atascadas.has(f.mac) && f.limite_h !== null)
      ?.mac as string
    const [yo] = (
      await planta.pool.query<{ id: number }>("select id from usuario where username = 'operario'")
    ).rows
    await say({ contenedores: [sinPasarse], lleva: yo?.id, nota: 'La sigo' })
    expect((await inside()).find((f) => f.mac === sinPasarse)).toMatchObject({
      lleva: { id: yo?.id },
      nota: 'La sigo',
    })
    expect((await inside({ mios: 'true' })).map((f) => f.mac)).toContain(sinPasarse)
    await say({ contenedores: [sinPasarse], lleva: null, nota: null })
  })

  test('behind an open cause nothing is stuck, nor where it is switched off', async () => {
    const { rows } = await planta.pool.query(
      `insert into causa (empresa_id, clase, lector_id, desde, evidencia)
       select 1, 'mudo', id, now() - interval '1 minute', '{}' from dispositivo where mac = 'C30000C1C100' returning id`,
    )
    await planta.keepAverias()
    expect((await list({ que: 'atascados' })).body.total).toBe(0)
    const childProcess = (await list({ que: 'aparte' })).body
    expect(childProcess.total).toBe(5)
    expect(childProcess.data[0]).toMatchObject({ motivo: 'averia', causa: rows[0]?.id })
    const inside = (await list({ que: 'dentro' })).body
    expect(inside.data.filter((f) => f.motivo === 'averia')).toHaveLength(5)
    await planta.pool.query(`delete from causa`)
    await planta.keepAverias()
    await planta.pool.query('update dispositivo set activado = false where mac = $1', [mac(16)])
    expect((await list({ que: 'aparte' })).body.data.map((f) => f.motivo)).toEqual(['desactivado'])
    await planta.pool.query('update dispositivo set activado = true where mac = $1', [mac(16)])
  })

  test('on a holiday nothing becomes stuck', async () => {
    const cookie = await p.as('admin')
    const days = Array.from({ length: 7 }, () => [{ desde: '00:00', hasta: '00:00' }])
    const festivos = [0, 1].map((d) => ({
      dia: new Date(Date.now() - d * 86_400_000).toISOString().slice(0, 10),
      nombre: 'Fiesta',
    }))
    const r = await p.call('PUT', '/api/empresas/1/calendarios', {
      cookie,
      body: { planta: '', semana: days, festivos },
    })
    expect(r.status).toBe(200)
    await planta.keep()
    await planta.measure()
    expect((await list({ que: 'atascados' })).body.total).toBe(0)
    await p.call('DELETE', '/api/empresas/1/calendarios?planta=', { cookie })
    await planta.keep()
    await planta.measure()
    expect((await list({ que: 'atascados' })).body.total).toBe(5)
  })

  test('what was said is of one visit', async () => {
    await planta.pool.query(
      `update dispositivo_estado s set lector_id = l.id, ubicacion_id = l.ubicacion_id, lector_desde = now()
       from dispositivo l, dispositivo d where l.mac = 'C30000C1C101' and d.mac = $1 and s.dispositivo_id = d.id`,
      [mac(18)],
    )
    await planta.keep()
    const row = (await list({ que: 'dentro', per_page: 200 })).body.data.find((f) => f.mac === mac(18))
    expect(row).toMatchObject({ etapa: { nombre: 'Línea' }, lleva: null })
  })

  test('targets that somebody else has set meanwhile are not written over, those of another family are nobody else’s', async () => {
    const [before, deFamilia] = [await read(), await read('familia=20014')]
    const set = (version: string, familia: string, plazo_h: number, euros_dia: number | null = null) => {
      const etapas = before.etapas.map((e) => ({ ...SIN_META, etapa: e.id, plazo_h }))
      return setMetas({ version, ciclo: before.id, familia, euros_dia, etapas })
    }
    const plazos = async () => (await read()).etapas.map((e) => e.meta.plazo_h)
    const first = await set(before.version, '', 7)
    expect(first).toMatchObject({ status: 200, body: { version: (await read()).version } })
    expect(await set(before.version, '', 9)).toMatchObject({
      status: 409,
      body: { code: 'metas_cambiadas' },
    })
    expect(await plazos()).toEqual(before.etapas.map(() => 7))
    expect((await set(deFamilia.version, '20014', 5)).status).toBe(200)
    expect((await set(first.body.version as string, '', 7, 3)).status).toBe(200)
    expect((await set(first.body.version as string, '', 9)).status).toBe(409)
    expect((await set((await read()).version, '', 9)).status).toBe(200)
    expect(await plazos()).toEqual(before.etapas.map(() => 9))
    await planta.pool.query('delete from etapa_meta; delete from familia_coste')
  })

  test('nobody reaches the loop of another company, and who only looks changes nothing', async () => {
    const { id, etapas, version } = await read()
    expect((await get(`ciclo=${id}`, 'calidad')).status).toBe(404)
    expect((await get('empresa=1', 'calidad')).status).toBe(404)
    expect((await get('', 'calidad')).body).toEqual({ ciclos: [], ciclo: null })
    expect((await list({ que: 'dentro', ciclo: id }, 'calidad')).status).toBe(404)
    expect((await list({ que: 'dentro' }, 'calidad')).body.total).toBe(0)
    const metas = { version, ciclo: id, familia: '', euros_dia: null, etapas: [] }
    expect((await setMetas(metas, 'encargada')).status).toBe(404)
    expect((await setMetas(metas, 'operario')).status).toBe(403)
    const mal = { plazo_h: 1, minimo: 5, objetivo: 2, maximo: 9, etapa: etapas[0]?.id }
    expect((await setMetas({ ...metas, etapas: [mal] })).body).toMatchObject({
      error: 'El mínimo no puede pasar del objetivo, ni el objetivo del máximo.',
    })
    expect((await say({ contenedores: [mac(1)], nota: 'x' }, 'consulta')).status).toBe(403)
    const ajeno = await say({ contenedores: [mac(1)], nota: 'x' }, 'calidad')
    expect(ajeno.body.resultados).toMatchObject([{ status: 'error' }])
    const encargada = await planta.pool.query("select id from usuario where username = 'encargada'")
    expect((await say({ contenedores: [mac(1)], lleva: encargada.rows[0]?.id })).status).toBe(404)
  })

  test('files bear the same rows', async () => {
    const cookie = await p.as('operario')
    for (const formato of ['xlsx', 'pdf'])
      for (const ruta of ['export_ciclo', 'export_ciclo_lista']) {
        const r = await fetch(`${p.servidor.url}/api/${ruta}?que=dentro&formato=${formato}`, {
          headers: { cookie },
        })
        expect([ruta, r.status]).toEqual([ruta, 200])
        expect((await r.arrayBuffer()).byteLength).toBeGreaterThan(1000)
      }
  })

  test('in a stage that some never leave those are stuck, and where too little is known that is said', async () => {
    await plazo(null)
    // 40 stays of 4 to 5 hours, and four containers that have been there for days. Another family has only two stays.
    for (let i = 0; i < 40; i++)
      await planta.put(`AC00000002${String(i).padStart(2, '0')}`, `50500-${i}`, [
        ['Línea', 20, 15 + (i % 10) / 10],
        ['Vacío', 10, null],
      ])
    for (let i = 40; i < 44; i++) await planta.put(`AC00000002${i}`, `50500-${i}`, [['Línea', 90 + i, null]])
    await planta.put('AC0000000299', '50600-1', [
      ['Línea', 300, 290],
      ['Lleno', 280, null],
    ])
    await planta.keep()
    await planta.measure()
    const etapa = async (nombre: string, familia: string) =>
      (await read(`familia=${familia}`)).etapas.find(
        (e) => e.nombre === nombre,
      ) as CuadroCiclo['etapas'][number]
    expect(await etapa('Línea', '50500')).toMatchObject({
      dentro: 4,
      atascados: 4,
      q95_h: null,
      limite_de: 'salen',
      limite_h: expect.closeTo(5, 1),
      sin_limite: 0,
    })
    const { data, total } = (await list({ que: 'atascados', familia: '50500' })).body
    expect(total).toBe(4)
    expect(new Set(data.map((f) => f.limite_de))).toEqual(new Set(['salen']))

    expect(await etapa('Lleno', '50600')).toMatchObject({
      dentro: 1,
      atascados: 0,
      limite_h: null,
      sin_limite: 1,
    })
    await plazo(24)
    expect(await etapa('Lleno', '50600')).toMatchObject({
      atascados: 1,
      limite_de: 'plazo',
      limite_h: 24,
      sin_limite: 0,
    })
  })
})
