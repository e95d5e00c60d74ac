import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { EnsayoAjustes } from '#contract/parque/ajustes/ajustes'
import { EFECTOS } from '#contract/parque/ajustes/ensayo-values'
import { INICIALES } from '#contract/parque/ajustes/values'
import { insertEventos } from '../../oir/eventos/repo-write'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('what would have changed', () => {
  let p: Prueba
  let cookie: string
  let id: number
  const hace = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('admin')
    await p.register('C30000000E01', 'Reader', 'LEC-E1')
    await p.register('AC233F000E01', 'SmartBle', '20014-1')
    const { rows } = await p.servidor.pool.query('select id, mac from dispositivo')
    id = rows.find((r) => r.mac === 'AC233F000E01').id
    const lector = rows.find((r) => r.mac === 'C30000000E01').id
    const { pool } = p.servidor
    await pool.query(
      `insert into dispositivo_estado (dispositivo_id, empresa_id, ultimo_registro, lector_id, lector_desde, estado_desde, bateria, acel_dice)
       values ($1, 1, $3, $2, $3, $3, 15, 1), ($2, 1, $4, null, null, $4, null, null)`,
      [id, lector, hace(30), hace(15)],
    )
    await pool.query(
      `insert into estancia (empresa_id, dispositivo_id, lector_id, desde, hasta, silencio)
       values (1, $1, $2, $3, $4, true), (1, $1, $2, $5, $6, false)`,
      [id, lector, hace(3000), hace(2900), hace(2500), hace(2497)],
    )
    await pool.query(
      `insert into incidencia (empresa_id, dispositivo_id, lector_id, tiempo, hasta, pico_g)
       values (1, $1, $2, $3, $3, 2.7), (1, $1, $2, $4, $4, 9), (1, $1, $2, $5, $5, 2.7)`,
      [id, lector, hace(60), hace(120), hace(8 * 1440)],
    )
    const evento = (minutes: number, estado: 0 | 1, z: number) => ({
      empresa: 1,
      dispositivo: id,
      lector,
      tiempo: hace(minutes).getTime(),
      estado,
      etiqueta: null,
      bateria: null,
      temperatura: null,
      valor: { accel_x: 0, accel_y: 0, accel_z: z },
    })
    const c = await pool.connect()
    const eventos = [evento(300, 1, 1), evento(290, 0, 1), evento(285, 1, 2.2), evento(280, 0, 1)]
    await insertEventos(c, pool, eventos, 'Europe/Madrid')
    c.release()
  })
  afterAll(() => p.stop())

  const tryOut = (mas: object, empresa = 1) =>
    p.call<EnsayoAjustes>('POST', `/api/empresas/${empresa}/ajustes/ensayo`, {
      cookie,
      body: { ...INICIALES, ...mas },
    })
  const effect = async (mas: object) => {
    const { efectos } = (await tryOut(mas)).body
    expect(efectos).toHaveLength(1)
    const [e] = efectos
    return [e?.clave, e?.antes, e?.despues, e?.al_menos, e?.ejemplos.length]
  }

  test.each([
    [{ gImpacto: 3 }, ['incidencias', 2, 1, false, 1]],
    [{ gImpacto: 2 }, ['incidencias', 2, 3, true, 1]],
    [
      { umbrales: [{ familia: '20014', fabricante: null, gImpacto: 3, gImpactoPicos: 5 }] },
      ['incidencias', 2, 1, false, 1],
    ],
    [
      { umbrales: [{ familia: null, fabricante: 'AC233F', gImpacto: 2, gImpactoPicos: 5 }] },
      ['incidencias', 2, 3, true, 1],
    ],
    [
      { umbrales: [{ familia: '1', fabricante: null, gImpacto: 3, gImpactoPicos: 5 }] },
      ['incidencias', 2, 2, false, 0],
    ],
    [{ segundosRafaga: 600, gImpacto: 2.5 }, ['incidencias', 2, 2, false, 0]],
    // At rest for two minutes before recording began, and for five minutes more.
    [{ segundosParado: 600 }, ['movimientos', 1, 0, false, 1]],
    [{ segundosEstancia: 600 }, ['estancias', 3, 1, false, 2]],
    [{ minutosViejo: 500 }, ['transitos', 1, 0, false, 1]],
    [{ minutosViejo: 25 }, ['transitos', 1, 2, false, 1]],
    [{ minutosPerdido: 300 }, ['extravios', 0, 1, false, 1]],
    [{ minutosLectorSinSenal: 60 }, ['lectores', 1, 0, false, 1]],
    [{ bateriaBaja: 20 }, ['baterias', 0, 1, false, 1]],
  ])('%j', async (mas, quiere) => {
    expect(await effect(mas)).toEqual(quiere)
  })

  test('thresholds that stay as they are try nothing, whatever order they are kept in', async () => {
    const umbrales = [{ familia: '20014', fabricante: null, gImpacto: 3, gImpactoPicos: 5 }]
    await p.call('PUT', '/api/empresas/1/ajustes', { cookie, body: { ...INICIALES, umbrales } })
    for (const mas of [{ bateriaBaja: 20 }, { bateriaBaja: 20, umbrales }])
      expect(await effect(mas)).toEqual(['baterias', 0, 1, false, 1])
    await p.call('PUT', '/api/empresas/1/ajustes', { cookie, body: { ...INICIALES, umbrales: [] } })
  })

  test('nothing is changed by it, numbers that cannot be tried are named, and each effect is one of the list', async () => {
    const count = async () =>
      (await p.servidor.pool.query("select count(*)::int as n from auditoria where entidad = 'ajuste'"))
        .rows[0].n
    const before = await count()
    const r = (await tryOut({ gReposo: 0.2, gMovimiento: 0.1 })).body
    expect([r.efectos, r.sin_prueba]).toEqual([[], ['gMovimiento', 'gReposo']])
    const todo = (
      await tryOut({ gImpacto: 3, segundosParado: 60, minutosSalida: 30, minutosViejo: 200, bateriaBaja: 5 })
    ).body
    for (const e of todo.efectos) expect(EFECTOS).toContain(e.clave)
    const guardados = await p.call('GET', '/api/empresas/1/ajustes', { cookie })
    expect(guardados.body).toEqual({ ...INICIALES, umbrales: [] })
    expect(await count()).toBe(before)
  })

  test('the incident of an example can be opened', async () => {
    const [e] = (await tryOut({ gImpacto: 3 })).body.efectos
    const [example] = e?.ejemplos ?? []
    expect(example).toMatchObject({ Apodo: '20014-1', nuevo: false, detalle: '2,70 g' })
    const i = await p.call('GET', `/api/incidencias/${example?.incidencia}`, { cookie })
    expect(i.status).toBe(200)
  })

  test('what is no number is refused; a company that is not there is not found', async () => {
    expect((await tryOut({ gImpacto: 0 })).status).toBe(400)
    expect((await tryOut({}, 90)).status).toBe(404)
  })
})
