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
    await p.servidor.pool.query('update ajuste set segundos_rafaga = 10 where empresa_id = 1')
    await turn('Desactivado')
    const desde = Date.now() - 60_000
    /** @param s seconds after `desde` at which the tag was heard */
    const say = async (s: number, mas: object) => {
      const tiempo = new Date(desde + s * 1000).toISOString()
      const lectura = { mac, rssi: -60, tiempo, lat: 42.85, lon: -2.68, ...mas }
      return (await p.send('retorna', JSON.stringify(lectura), c)).body.aceptadas
    }
    expect(await say(0, { aceleracion: [0, 0, 3.4] })).toBe(1)
    expect(await say(1, { golpe: true })).toBe(1)
    const d = await p.device(mac)
    expect(d).toMatchObject({ Activado: 'Desactivado', Estado: 'Impacto', ApodoLector: 'LEC-D1' })
    expect(Date.parse(d.UltimoRegistro as string)).toBeGreaterThanOrEqual(desde)
    const eventos = await p.call<{ data: object[] }>('GET', '/api/get_table_data?search=20014-501', {
      cookie: await p.as('admin'),
    })
    expect(eventos.body.data).toMatchObject([{ Estado: 'Impacto' }])
    expect(await incidencias()).toEqual([])
    await turn('Activado')
    // One impact of the same burst, then one of another burst.
    expect(await say(2, { aceleracion: [0, 0, 2.9] })).toBe(1)
    expect(await incidencias()).toEqual([])
    expect(await say(30, { caida: true })).toBe(1)
    expect(await incidencias()).toHaveLength(1)
  })
})
