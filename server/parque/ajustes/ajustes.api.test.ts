import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { ClaseEtiquetas, Plazos } from '#contract/parque/ajustes/ajustes'
import { type Ajustes, INICIALES, LIMITES, NOMBRES_DE_AJUSTE } from '#contract/parque/ajustes/values'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { type Prueba, startPrueba } from '../../testing/retorna'

const SUYO = { familia: '20014', fabricante: null, gImpacto: 4, gImpactoPicos: 7 }
const COMUNES = { ...INICIALES, umbrales: [] }

describe.runIf(inject('base').hay)('settings of the rules', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('admin')
  })
  afterAll(() => p.stop())

  const get = (empresa = 1) => p.call<Ajustes>('GET', `/api/empresas/${empresa}/ajustes`, { cookie })
  const set = (mas: object, empresa = 1) =>
    p.call<Ajustes & { error: string; campo?: string }>('PUT', `/api/empresas/${empresa}/ajustes`, {
      body: { ...INICIALES, ...mas },
      cookie,
    })

  test('a company begins with the usual ones, and the table has the bounds of the contract', async () => {
    expect((await get()).body).toEqual(COMUNES)
    await p.call('POST', '/api/empresas', { body: { id: 90, nombre: 'Nueva' }, cookie })
    expect((await get(90)).body).toEqual(COMUNES)
    expect((await get(91)).status).toBe(404)
    for (const k of NOMBRES_DE_AJUSTE) {
      const column = k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
      const { min, max } = LIMITES[k]
      const paso = k.startsWith('minutos') ? 1 : 0.001
      await p.servidor.pool.query(
        'update ajuste set minutos_viejo = 1, minutos_perdido = 525600 where empresa_id = 90',
      )
      const write = (v: number) =>
        p.servidor.pool.query(`update ajuste set ${column} = $1 where empresa_id = 90`, [v]).then(
          () => 'taken',
          (e) => e.code,
        )
      const hecho = [await write(min), await write(max), await write(min - paso), await write(max + paso)]
      expect([k, ...hecho]).toEqual([k, 'taken', 'taken', '23514', '23514'])
    }
  })

  test('numbers outside of their bounds are refused, by their name', async () => {
    for (const [mas, field] of [
      [{ gImpacto: 0 }, 'gImpacto'],
      [{ minutosViejo: 1.5 }, 'minutosViejo'],
      [{ minutosViejo: 600, minutosPerdido: 500 }, 'minutosPerdido'],
      [{ bateriaBaja: 'x' }, 'bateriaBaja'],
      [{ segundosLatido: null }, 'segundosLatido'],
      [{ umbrales: [{ ...SUYO, gImpacto: 0 }] }, 'umbrales.0.gImpacto'],
      [{ umbrales: [SUYO, { ...SUYO, gImpacto: 4 }] }, 'umbrales.1.familia'],
      [{ umbrales: [{ ...SUYO, familia: ' ' }] }, 'umbrales.0.familia'],
      [{ umbrales: [{ ...SUYO, fabricante: 'AC23' }] }, 'umbrales.0.fabricante'],
      [{ umbrales: [{ ...SUYO, fabricante: '\ufb00\ufb00\ufb00' }] }, 'umbrales.0.fabricante'],
      [{ umbrales: [{ ...SUYO, familia: '\u200b' }] }, 'umbrales.0.familia'],
      [{ umbrales: Array.from({ length: 51 }, (_, i) => ({ ...SUYO, familia: `F${i}` })) }, 'umbrales'],
    ] as const) {
      const r = await set(mas)
      expect([r.status, r.body.campo]).toEqual([400, field])
    }
    expect((await get()).body).toEqual(COMUNES)
  })

  test('what changed is taken up by the running process, by SQL and by the rules, and is in the audit log', async () => {
    await p.register('C30000000090', 'Reader', 'LEC-90', { lat: 42.85, lon: -2.67 })
    await p.register('AC233F000090', 'SmartBle', '20014-090')
    const c = await p.issue('C30000000090')
    const hit = (g: number) =>
      p.send('retorna', JSON.stringify({ mac: 'AC233F000090', rssi: -50, aceleracion: [0, 0, g] }), c)
    expect((await hit(2)).body.aceptadas).toBe(1)
    expect((await p.device('AC233F000090')).Estado).not.toBe('Impacto')
    await p.servidor.pool.query(
      "update dispositivo_estado set ultimo_registro = now() - interval '20 minutes', bateria = 15",
    )
    expect((await p.device('AC233F000090')).PosibleEstado).toBe('Ubicado')
    expect((await set({ bateriaBaja: 20 })).body.bateriaBaja).toBe(20)
    expect((await p.device('AC233F000090')).PosibleEstado).toBe('Necesita revisar')
    await set({ minutosViejo: 15, minutosLectorSinSenal: 100, gImpacto: 1.8 })
    expect((await p.device('AC233F000090')).PosibleEstado).toBe('Posible tránsito')
    expect((await p.call<Plazos[]>('GET', '/api/plazos', { cookie: await p.as('operario') })).body).toEqual([
      { empresa: 1, minutosViejo: 15, minutosPerdido: 4320 },
    ])
    // The ingest clears its cache when the database notifies it.
    await vi.waitFor(async () => {
      await hit(1.9 + Math.random() / 10)
      expect((await p.device('AC233F000090')).Estado).toBe('Impacto')
    }, 10_000)
    const { data } = (await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=ajuste', { cookie }))
      .body
    expect(data[1]).toMatchObject({
      accion: 'cambiar',
      empresa: 1,
      antes: { bateria_baja: 10 },
      despues: { bateria_baja: 20 },
    })
    await set({})
  })

  test('thresholds of their own are kept in order, stay where a change does not name them, and are in the audit log', async () => {
    const { body } = await set({ umbrales: [SUYO, { ...SUYO, fabricante: 'ac 23:3f' }] })
    const quiere = [{ ...SUYO, fabricante: 'AC233F' }, SUYO]
    expect(body).toEqual({ ...INICIALES, umbrales: quiere })
    await set({ bateriaBaja: 20 })
    expect((await get()).body).toEqual({ ...INICIALES, bateriaBaja: 20, umbrales: quiere })
    const { data } = (await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=ajuste', { cookie }))
      .body
    expect(data[1]).toMatchObject({ antes: { umbrales: [] }, despues: { umbrales: quiere } })
    await set({ umbrales: [] })
    expect((await get()).body).toEqual(COMUNES)
  })

  test('kinds of tags are told with how many there are; another company sees its own alone', async () => {
    const kinds = (empresa: number) =>
      p.call<ClaseEtiquetas[]>('GET', `/api/empresas/${empresa}/ajustes/etiquetas`, { cookie })
    await p.servidor.pool.query('update dispositivo_estado set acel_dice = 3 where acel_dice is not null')
    expect((await kinds(1)).body).toEqual([
      { familia: '20014', fabricante: 'AC233F', contenedores: 1, picos: 1, muestras: 0 },
    ])
    expect((await kinds(90)).body).toEqual([])
    expect((await kinds(91)).status).toBe(404)
    const operario = await p.as('operario')
    expect((await p.call('GET', '/api/empresas/1/ajustes/etiquetas', { cookie: operario })).status).toBe(403)
  })

  test('how many are not updated follows the deadline of the company', async () => {
    const resumen = async () =>
      (
        await p.call<{ sin_actualizar: number }>('GET', '/api/resumen_poc?empresa=1&buscar=AC233F000090', {
          cookie,
        })
      ).body
    expect((await resumen()).sin_actualizar).toBe(0)
    await p.servidor.pool.query(
      "update dispositivo_estado set ultimo_registro = now() - interval '20 minutes'",
    )
    await set({ minutosViejo: 5, minutosPerdido: 10 })
    expect((await resumen()).sin_actualizar).toBe(1)
    type Chart = { columnas: { titulo: string }[] }
    const title = async () =>
      (await p.call<Chart>('GET', '/api/graficos/vistos?empresa=1', { cookie })).body.columnas[2]?.titulo
    expect(await title()).toBe('Perdidos (más de 10 minutos)')
    await set({})
    expect(await title()).toBe('Perdidos (más de 3 días)')
  })
})
