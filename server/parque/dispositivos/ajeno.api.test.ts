import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const AJENO = 'AC233FA1E001'
const LECTOR_AJENO = 'C3000A1E0001'
const NADIE = 'AC233FA1E0FF'

describe.runIf(inject('base').hay)('a mac of another company and one that nobody has', () => {
  let p: Prueba
  let operario: string
  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    await p.register(AJENO, 'iBeacon', '777-1', { empresa: 2 })
    await p.register(LECTOR_AJENO, 'Reader', '777-L', { empresa: 2 })
    await p.register('AC233FA1E002', 'iBeacon', '888-1')
  })
  afterAll(() => p.stop())

  const alta = { tipo_dispositivo: 'iBeacon', apodo: '999-1', estado: 'Activado' }
  const change = '/api/update_device_details'
  // Every one of these requests is refused; the same request registers a mac that nobody has.
  const INVOCATIONS: [string, string, (mac: string) => object | undefined][] = [
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, tipo_dispositivo: 'Reader' })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, tipo_dispositivo: 'Reader', lat: 1, lon: 2 })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, lat: 1 })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, lat: 1, lon: 2 })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, apodo: '888-1' })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, empresa: 2 })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, empresa: 99 })],
    ['POST', change, (mac_serie) => ({ ...alta, mac_serie, estado: 'X' })],
    ['POST', '/api/change_device_status', (mac_serie) => ({ mac_serie, nuevo_estado: 'Activado' })],
    [
      'POST',
      '/api/change_device_status',
      (mac_serie) => ({ mac_serie, nuevo_estado: 'Activado', tipo_dispositivo: 'Reader' }),
    ],
    ['POST', '/api/change_device_apodo', (mac_serie) => ({ mac_serie, apodo: '888-1' })],
    ['POST', '/api/change_device_apodo', (mac_serie) => ({ mac_serie, apodo: '777-1' })],
    ['POST', '/api/dispositivos_lote', (mac) => ({ macs: [mac], estado: 'Desactivado' })],
    ['POST', '/api/dispositivos_lote', (mac) => ({ macs: [mac], ubicacion: 'Nave' })],
    ['GET', '/api/device_details?mac=', () => undefined],
    ['GET', '/api/device_poc_status?mac=', () => undefined],
    ['POST', '/api/lectores/{mac}/credencial', () => ({ puente: false })],
    ['DELETE', '/api/lectores/{mac}/credencial', () => undefined],
  ]

  test.each(INVOCATIONS)('look alike to %s %s', async (method, ruta, body) => {
    const ask = async (mac: string) => {
      const url = ruta.endsWith('=') ? ruta + mac : ruta.replace('{mac}', mac)
      const r = await p.call(method, url, { cookie: operario, body: body(mac) })
      return { status: r.status, body: JSON.stringify(r.body).replaceAll(mac, 'MAC') }
    }
    const nadie = await ask(NADIE)
    expect(await ask(AJENO)).toEqual(nadie)
    expect(await ask(LECTOR_AJENO)).toEqual(nadie)
    const { rowCount } = await p.servidor.pool.query('select 1 from dispositivo where mac = $1', [NADIE])
    expect(rowCount).toBe(0)
  })
})
