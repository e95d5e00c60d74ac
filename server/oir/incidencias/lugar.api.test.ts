import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('the place of an incident', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('an impact stays where it was heard, wherever its reader goes', async () => {
    const { pool } = p.servidor
    const operario = await p.as('operario')
    await p.register('C3000000CC09', 'Reader', 'LEC-CC9', { lat: 42.84, lon: -2.67 })
    await p.register('AC233F0000C9', 'SmartBle', '20019-9')
    await pool.query(
      `insert into ubicacion (empresa_id, nombre, nodo_x, nodo_y)
       values (1, 'Nave Vieja', 0.25, 0.5), (1, 'Nave Nueva', 0.75, 0.5)`,
    )
    const move = (lat: number, simulatedPlant: string) =>
      pool.query(
        `update dispositivo set lat = $1, ubicacion_id = (select id from ubicacion where nombre = $2)
         where mac = 'C3000000CC09'`,
        [lat, simulatedPlant],
      )
    const credencial = await p.issue('C3000000CC09')
    const golpe = (seconds: number) => {
      const tiempo = new Date(Date.now() - seconds * 1000).toISOString()
      const lectura = { mac: 'AC233F0000C9', rssi: -60, tiempo, golpe: true }
      return p.send('retorna', JSON.stringify(lectura), credencial)
    }
    await golpe(60)
    await move(42.84, 'Nave Vieja')
    await golpe(20)
    await move(40.1, 'Nave Nueva')

    const list = (
      await p.call<Incidencia[]>('GET', '/api/get_incidencias?search=20019-9', { cookie: operario })
    ).body
    expect(list.map((i) => i.Ubicacion)).toEqual(['Nave Vieja', null])
    const [segunda, first] = await Promise.all(
      list.map(async ({ id }) => (await p.call('GET', `/api/incidencias/${id}`, { cookie: operario })).body),
    )
    expect(segunda).toMatchObject({ Lat: 42.84, Lon: -2.67, nodo: { x: 0.25, y: 0.5 } })
    expect(first).toMatchObject({ Lat: 42.84, Lon: -2.67, nodo: null })
    const ficha = await p.call('GET', '/api/contenedores/20019-9', { cookie: operario })
    expect(ficha.body.impactos).toMatchObject([{ Ubicacion: 'Nave Vieja' }, { Ubicacion: null }])
    const chart = await p.call('GET', '/api/graficos/impactos_dia', { cookie: operario })
    expect(JSON.stringify(chart.body)).toMatch(/^(?=.*Nave Vieja)(?!.*Nave Nueva)/)
  })
})
