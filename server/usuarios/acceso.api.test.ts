import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../pruebas/retorna'

type Quien = 'nadie' | 'operario' | 'calidad' | 'planta4' | 'planta5' | 'planta6' | 'admin'
const TODOS: Quien[] = ['nadie', 'operario', 'calidad', 'planta4', 'planta5', 'planta6', 'admin']

const ZONA = 'minlat=42&minlon=-3&maxlat=43&maxlon=-2'
/** Calls by who may make them; `panel` is what companies 4, 5, 6 need too. */
const LLAMADAS: [
  acceso: 'publico' | 'sesion' | 'panel' | 'admin',
  metodo: string,
  ruta: string,
  body?: object,
][] = [
  ['publico', 'GET', '/api/ajustes'],
  ['publico', 'GET', '/api/public_device?mac=AABBCCDDEEFF'],
  ['publico', 'GET', '/healthz'],
  ['publico', 'GET', '/readyz'],
  ['publico', 'GET', '/metrics'],
  ['publico', 'GET', '/api/docs/json'],
  ['panel', 'GET', '/api/validate_token'],
  ['panel', 'GET', '/api/is_admin'],
  ['panel', 'GET', '/api/get_user'],
  ['panel', 'GET', '/api/device_details?mac=AABBCCDDEE99'],
  [
    'panel',
    'POST',
    '/api/update_device_details',
    { mac_serie: 'AABBCCDDEE77', tipo_dispositivo: 'SmartBle', apodo: '-' },
  ],
  ['sesion', 'GET', '/api/empresas'],
  ['sesion', 'GET', '/api/devices'],
  ['sesion', 'GET', '/api/families'],
  ['sesion', 'GET', '/api/contar_dispositivos'],
  ['sesion', 'GET', '/api/device_poc_status'],
  ['sesion', 'GET', `/api/devices_in_bounds?${ZONA}`],
  ['sesion', 'GET', `/api/mapa_celdas?${ZONA}&zoom=14`],
  ['sesion', 'GET', `/api/export_dispositivos_visibles?${ZONA}&formato=xlsx`],
  ['sesion', 'GET', `/api/export_dispositivos_visibles?${ZONA}&formato=pdf`],
  ['sesion', 'GET', '/api/get_table_data'],
  ['sesion', 'GET', '/api/get_resumen_incidencias'],
  ['sesion', 'GET', '/api/vistos_sin_registrar'],
  ['admin', 'GET', '/api/cuarentena'],
  ['admin', 'POST', '/api/cuarentena/999/reprocesar', {}],
  ['admin', 'POST', '/api/lectores/AABBCCDDEEFF/credencial', {}],
  ['admin', 'DELETE', '/api/lectores/AABBCCDDEEFF/credencial'],
]

function expected(acceso: string, quien: Quien): 401 | 403 | 'pasa' {
  if (acceso === 'publico') return 'pasa'
  if (quien === 'nadie') return 401
  if (acceso === 'panel') return 'pasa'
  if (quien.startsWith('planta')) return 403
  return acceso === 'admin' && quien !== 'admin' ? 403 : 'pasa'
}

describe.runIf(inject('base').hay)('who may call what', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  for (const quien of TODOS)
    test.each(LLAMADAS)(`${quien}: %s %s %s`, async (acceso, metodo, ruta, body) => {
      const cookie = quien === 'nadie' ? '' : await p.as(quien)
      const r = await p.call(metodo, ruta, { body, cookie })
      const esperado = expected(acceso, quien)
      if (esperado === 'pasa') {
        expect(r.status).not.toBe(401)
        expect(r.status).not.toBe(403)
        expect(r.status).toBeLessThan(500)
      } else expect(r.status).toBe(esperado)
    })

  test('the company of a list: an admin picks, anybody else sees their own and no other exists', async () => {
    await p.register('AABBCC000001', 'SmartBle', '20014-001')
    await p.register('AABBCC000002', 'SmartBle', '20014-001', { empresa: 2 })
    const macs = async (quien: string, consulta = '') => {
      const r = await p.call<{ data?: { Dispositivo: string }[] }>(
        'GET',
        `/api/device_poc_status${consulta}`,
        {
          cookie: await p.as(quien),
        },
      )
      return r.status === 200
        ? r.body.data?.map((d) => d.Dispositivo).filter((m) => m.startsWith('AABBCC0'))
        : r.status
    }
    expect(await macs('admin')).toEqual(['AABBCC000001', 'AABBCC000002'])
    expect(await macs('admin', '?empresa=2')).toEqual(['AABBCC000002'])
    expect(await macs('operario')).toEqual(['AABBCC000001'])
    expect(await macs('operario', '?empresa=1')).toEqual(['AABBCC000001'])
    expect(await macs('operario', '?empresa=2')).toBe(404)
    expect(await macs('calidad')).toEqual(['AABBCC000002'])
  })

  test("another company's device is not there: 404, never 403", async () => {
    const cookie = await p.as('calidad')
    const ver = await p.call('GET', '/api/device_details?mac=AABBCC000001', { cookie })
    expect(ver.status).toBe(404)
    const body = { mac_serie: 'AABBCC000001', tipo_dispositivo: 'SmartBle', apodo: '99999-1' }
    expect((await p.call('POST', '/api/update_device_details', { body, cookie })).status).toBe(404)
    expect((await p.device('AABBCC000001')).Apodo).toBe('20014-001')
  })

  test('an unknown call of the API is a 404 in JSON', async () => {
    const r = await p.call('GET', '/api/no_existe')
    expect([r.status, r.body.code]).toEqual([404, 'no_encontrado'])
  })
})
