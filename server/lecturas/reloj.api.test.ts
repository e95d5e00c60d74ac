import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../pruebas/retorna'

describe.runIf(inject('base').hay)('a clock that is wrong', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test.each([
    ['behind', 'C30000000A07', '13', -3],
    ['ahead', 'C30000000A08', '14', 5],
  ])(
    'a gateway hours %s is told by its skew; what it hears has our time, impacts too',
    async (_donde, mac, n, horas) => {
      await p.register(mac, 'Reader', `LEC-${n}`)
      await p.register(`AC233F00A0${n}`, 'SmartBle', `20014-1${n}`)
      const suya = await p.issue(mac)
      const tiempo = new Date(Date.now() + horas * 3_600_000).toISOString()
      const texto = JSON.stringify([
        { lector: mac, tiempo },
        { mac: `AC233F00A0${n}`, rssi: -60, tiempo, aceleracion: [0, 0, 4] },
      ])
      expect((await p.send('retorna', texto, suya)).body).toMatchObject({ aceptadas: 1, rechazadas: 0 })
      const cookie = await p.as('admin')
      const lectores = await p.call<{ mac: string; desfase_s: number }[]>('GET', '/api/lectores', { cookie })
      const desfase = lectores.body.find((l) => l.mac === mac)?.desfase_s as number
      expect(Math.abs(desfase - horas * 3600)).toBeLessThan(10)
      const ahora = (t: unknown) =>
        expect(Math.abs(Date.now() - Date.parse(t as string))).toBeLessThan(10_000)
      ahora((await p.device(`AC233F00A0${n}`)).UltimoRegistro)
      const eventos = await p.call<{ data: { Time: string; Estado: string }[] }>(
        'GET',
        `/api/get_table_data?search=20014-1${n}`,
        { cookie },
      )
      expect(eventos.body.data.map((e) => e.Estado)).toEqual(['Impacto'])
      ahora(eventos.body.data[0]?.Time)
      const incidencias = await p.call<{ ApodoDispositivo: string; Time: string }[]>(
        'GET',
        '/api/get_incidencias',
        { cookie },
      )
      ahora(incidencias.body.find((i) => i.ApodoDispositivo === `20014-1${n}`)?.Time)
    },
  )
})
