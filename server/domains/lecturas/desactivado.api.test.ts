import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GW = 'C30000000D01'

describe.runIf(inject('base').hay)('Desactivado', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(GW, 'Reader', 'LEC-D1')
    c = await p.issue(GW)
  })
  afterAll(() => p.stop())

  const lectura = (mas: object) => JSON.stringify({ rssi: -60, tiempo: new Date().toISOString(), ...mas })

  test('a device that is switched off goes on being heard, and raises no incident', async () => {
    const mac = 'AC233F00D001'
    const turn = (estado: 'Activado' | 'Desactivado') => p.register(mac, 'SmartBle', '20014-501', { estado })
    const incidencias = async () =>
      (
        await p.servidor.pool.query(
          'select tiempo from incidencia i join dispositivo d on d.id = i.dispositivo_id where mac = $1',
          [mac],
        )
      ).rows
    await p.servidor.pool.query('update ajuste set segundos_rafaga = 1 where empresa_id = 1')
    await turn('Desactivado')
    const desde = Date.now()
    const say = (mas: object) =>
      p.send('retorna', lectura({ mac, lat: 42.85, lon: -2.68, ...mas }), c).then((r) => r.body.aceptadas)
    expect(await say({ aceleracion: [0, 0, 3.4] })).toBe(1)
    expect(await say({ golpe: true })).toBe(1)
    const d = await p.device(mac)
    expect(d).toMatchObject({ Activado: 'Desactivado', Estado: 'Impacto', ApodoLector: 'LEC-D1' })
    expect(Date.parse(d.UltimoRegistro as string)).toBeGreaterThanOrEqual(desde)
    const eventos = await p.call<{ data: object[] }>('GET', '/api/get_table_data?search=20014-501', {
      cookie: await p.as('admin'),
    })
    expect(eventos.body.data).toMatchObject([{ Estado: 'Impacto' }])
    expect(await incidencias()).toEqual([])
    await turn('Activado')
    // The same burst, and then another.
    expect(await say({ aceleracion: [0, 0, 2.9] })).toBe(1)
    expect(await incidencias()).toEqual([])
    await sleep(1100)
    expect(await say({ caida: true })).toBe(1)
    expect(await incidencias()).toHaveLength(1)
  })
})
