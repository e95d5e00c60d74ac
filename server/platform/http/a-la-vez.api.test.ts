import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { GRUPOS } from '#contract/parque/ubicaciones/values'
import { type Prueba, startPrueba } from '../../testing/retorna'

const VECES = 6

describe.runIf(inject('base').hay)('the same call, several times at once', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AC233F00DD01', 'iBeacon', '20014-901')
    await p.register('AC233F00DD02', 'iBeacon', '20014-902')
  })
  afterAll(() => p.stop())

  type Invocation = [que: string, method: string, ruta: string, body: object | (() => Promise<object>)]
  const alta = (mac: string, apodo: string) => ({
    mac_serie: mac,
    es_serie: true,
    tipo_dispositivo: 'iBeacon',
    apodo,
    estado: 'Activado',
  })
  const CASOS: Invocation[] = [
    ['a device', 'POST', '/api/update_device_details', alta('AC233F00DD03', '20014-903')],
    [
      'an account',
      'POST',
      '/api/usuarios',
      { username: 'doble', nombre: 'Doble', password: 'rodillo-verde-78', empresa: 1 },
    ],
    ['a company', 'POST', '/api/empresas', { id: 77, nombre: 'Doble' }],
    ['a folder of manuals', 'POST', '/api/manuales/carpetas', { titulo: 'Doble' }],
    [
      'a view',
      'POST',
      '/api/vistas',
      { pantalla: 'inventario', nombre: 'Doble', compartida: false, busqueda: {}, consulta: {} },
    ],
    ['a walk', 'POST', '/api/paseo', { dispositivo: '20014-901' }],
    [
      'locations',
      'POST',
      '/api/ubicaciones',
      async () => {
        const r = await p.call<Plano>('GET', '/api/ubicaciones', { cookie: await p.as('admin') })
        return {
          empresa: 1,
          version: r.body.version,
          nombre: 'Doble',
          planta: 'Planta 1',
          grupo: GRUPOS[0],
          nodo_x: null,
          nodo_y: null,
        }
      },
    ],
    ['a credential', 'POST', '/api/lectores/AC233F00DD04/credencial', { puente: false }],
  ]

  test.each(CASOS)('%s: no fault of ours', async (_que, method, ruta, cuerpo) => {
    if (ruta.includes('DD04')) await p.register('AC233F00DD04', 'Reader', 'LEC-904')
    const cookie = await p.as('admin')
    const body = typeof cuerpo === 'function' ? await cuerpo() : cuerpo
    const all = await Promise.all(Array.from({ length: VECES }, () => p.call(method, ruta, { body, cookie })))
    const estados = all.map((r) => r.status)
    expect(estados, JSON.stringify(all.map((r) => r.body))).toContain(200)
    expect(estados.filter((s) => s !== 200 && s !== 409)).toEqual([])
  })

  test('two accounts, or two devices, that are given one name', async () => {
    const cookie = await p.as('admin')
    const crea = (username: string) =>
      p.call<{ id: number }>('POST', '/api/usuarios', {
        body: { username, nombre: 'X', password: 'rodillo-verde-78', empresa: 1 },
        cookie,
      })
    const ids = [(await crea('uno')).body.id, (await crea('dos')).body.id]
    const cuentas = await Promise.all(
      ids.map((id) => p.call('PUT', `/api/usuarios/${id}`, { body: { username: 'tres' }, cookie })),
    )
    expect(cuentas.map((r) => r.status).sort()).toEqual([200, 409])
    const aparatos = await Promise.all(
      ['AC233F00DD01', 'AC233F00DD02'].map((mac) =>
        p.call('POST', '/api/update_device_details', { body: alta(mac, '20014-999'), cookie }),
      ),
    )
    expect(aparatos.map((r) => r.status).sort()).toEqual([200, 409])
  })
})
