import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { count, listConjuntos } from './service'

const LECTOR = 'C30000000001'

describe.runIf(inject('base').hay)('dispositivos', () => {
  let p: Prueba
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    cookie = await p.as('operario')
    await p.register(LECTOR, 'Reader', 'LEC-1', { lat: 42.84, lon: -2.67 })
    await p.register('AC233F000001', 'SmartBle', '20014-001', { etiqueta: 'ET1' })
    await p.register('AC233F000002', 'iBeacon', '20014-002')
    await p.register('AC233F000003', 'iBeacon', '08EFA-003')
    const now = new Date().toISOString()
    const c = await p.issue(LECTOR)
    const text = JSON.stringify(
      ['AC233F000001', 'AC233F000002', 'AC233F000003'].map((mac) => ({
        mac,
        rssi: -60,
        tiempo: now,
        bateria: 80,
      })),
    )
    expect((await p.send('retorna', text, c)).body).toMatchObject({ aceptadas: 3 })
  })
  afterAll(() => p.stop())

  const update = (body: object, who = cookie) =>
    p.call('POST', '/api/update_device_details', { body, cookie: who })

  // cubre: entidades 6, transiciones 3
  test('device_poc_status has the fields of the specification', async () => {
    expect(await p.device('AC233F000001')).toMatchObject({
      Apodo: '20014-001',
      TipoDispositivo: 'SmartBle',
      Activado: 'Activado',
      ApodoLector: 'LEC-1',
      Bateria: 80,
      PosibleEstado: 'Ubicado',
      Estado: 'Parado',
      Etiqueta: 'ET1',
      Lat: 42.84,
      Lon: -2.67,
      UltimoRegistro: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+0[12]:00$/),
    })
    expect(await p.device(LECTOR)).toMatchObject({
      TipoDispositivo: 'Reader',
      Estado: null,
      PosibleEstado: 'Operativo',
    })
  })

  // cubre: producto 12, entidades 1-2, llamadas 2
  test('devices speaks the old inventory', async () => {
    const r = await p.call<{ data: Record<string, unknown>[] }>('GET', '/api/devices', { cookie })
    const porNombre = new Map(r.body.data.map((d) => [d.Name, d]))
    expect(porNombre.get('20014-001')).toMatchObject({
      DeviceType: 64,
      statusKey: 'LOCATED',
      fields: { LOCATION: null },
      Reader: 'LEC-1',
      Id: expect.any(Number),
      id: expect.any(Number),
    })
    expect(porNombre.get('20014-002')).toMatchObject({ DeviceType: 55 })
    expect(porNombre.get('LEC-1')).toMatchObject({ DeviceType: 54, statusKey: 'OPERATIONAL' })
  })

  // cubre: entidades 17, validacion 19, llamadas 3 5
  test('families and counts leave out readers and 08EFA', async () => {
    expect((await p.call('GET', '/api/families', { cookie })).body).toEqual({ data: ['20014'] })
    expect((await p.call('GET', '/api/contar_dispositivos', { cookie })).body).toEqual({
      '20014': { 'Sin ubicación': 2 },
    })
  })

  // cubre: mapa 4, entidades 8, llamadas 4
  test('devices_in_bounds: bounds, filters, pages, and % is a letter', async () => {
    const zona = 'minlat=42&minlon=-3&maxlat=43&maxlon=-2'
    const ask = async (mas: string) => {
      const r = await p.call<{ data: Dispositivo[]; total: number }>('GET', `/api/devices_in_bounds?${mas}`, {
        cookie,
      })
      return [r.status, r.body.total, r.body.data?.map((d) => d.Apodo)]
    }
    expect(await ask(zona)).toEqual([200, 4, ['08EFA-003', '20014-001', '20014-002', 'LEC-1']])
    expect(await ask(`${zona}&search=efa`)).toEqual([200, 1, ['08EFA-003']])
    expect(await ask(`${zona}&tipo=Reader`)).toEqual([200, 1, ['LEC-1']])
    expect(await ask(`${zona}&page=2&per_page=3`)).toEqual([200, 4, ['LEC-1']])
    expect(await ask(`${zona}&search=%25`)).toEqual([200, 0, []])
    expect(await ask(`${zona}&search=_`)).toEqual([200, 0, []])
    expect(await ask('minlat=0&minlon=0&maxlat=1&maxlon=1')).toEqual([200, 0, []])
    expect((await ask('minlat=91&minlon=0&maxlat=1&maxlon=1'))[0]).toBe(400)
    expect((await ask('minlat=0'))[0]).toBe(400)
    expect((await ask(`${zona}&per_page=1001&page=1`))[0]).toBe(400)
  })

  test('mapa_celdas gathers what stands together', async () => {
    const r = await p.call<{ total: number; celdas: object[] }>(
      'GET',
      '/api/mapa_celdas?minlat=42&minlon=-3&maxlat=43&maxlon=-2&zoom=14',
      { cookie },
    )
    expect(r.body).toMatchObject({
      total: 4,
      celdas: [{ n: 4, parado: 3, lectores: 1, lat: 42.84, lon: -2.67, lugar: null, solo: null }],
    })
  })

  test('the visible devices as Excel hold what the screen holds', async () => {
    const url = `${p.servidor.url}/api/export_dispositivos_visibles?minlat=42&minlon=-3&maxlat=43&maxlon=-2`
    const xlsx = await fetch(`${url}&formato=xlsx`, { headers: { cookie } })
    expect(xlsx.headers.get('content-disposition')).toBe('attachment; filename="dispositivos_visibles.xlsx"')
    const { sheets } = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()))
    expect(sheets[0]?.rows[0]?.slice(0, 4)).toEqual([
      'Apodo',
      'Dispositivo',
      'TipoDispositivo',
      'UltimoRegistro',
    ])
    expect(sheets[0]?.rows.slice(1).map((r) => r[0])).toEqual([
      '08EFA-003',
      '20014-001',
      '20014-002',
      'LEC-1',
    ])
    const pdf = await fetch(`${url}&formato=pdf`, { headers: { cookie } })
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="dispositivos_visibles.pdf"')
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  // cubre: publica 1, llamadas 15
  test('device_details and public_device', async () => {
    const r = await p.call('GET', '/api/device_details?mac=ac:23:3f:00:00:01', { cookie })
    expect(r.body).toEqual({
      Apodo: '20014-001',
      TipoDispositivo: 'SmartBle',
      Valor: 'Activado',
      Etiqueta: 'ET1',
      Lat: 42.84,
      Lon: -2.67,
    })
    expect((await p.call('GET', '/api/device_details?mac=FFFFFFFFFFF0', { cookie })).status).toBe(404)
    expect((await p.call('GET', '/api/public_device?mac=ac233f000001')).body).toEqual({
      mac: 'AC233F000001',
      Apodo: '20014-001',
    })
    expect((await p.call('GET', '/api/public_device?mac=nada')).body).toEqual({ mac: 'NADA', Apodo: null })
  })

  // cubre: validacion 9
  test('a reader is for admins to change, and stays one', async () => {
    const soloAdmins = {
      error: 'Solo los administradores pueden actualizar lectores.',
      code: 'solo_administradores',
    }
    const nuevo = await update({ mac_serie: 'C30000000009', tipo_dispositivo: 'Reader', apodo: 'LEC-9' })
    expect([nuevo.status, nuevo.body]).toEqual([403, soloAdmins])
    const disfrazado = await update({ mac_serie: LECTOR, tipo_dispositivo: 'SmartBle', apodo: '1-1' })
    expect([disfrazado.status, disfrazado.body]).toEqual([403, soloAdmins])
  })

  // cubre: entidades 13, llamadas 16
  test('a nickname of "-" stays as it is; a taken one is a conflict; power and label change', async () => {
    const r = await update({
      mac_serie: 'AC233F000002',
      tipo_dispositivo: 'iBeacon',
      apodo: '-',
      estado: 'Desactivado',
    })
    expect(r.body).toMatchObject({ data: { Apodo: '20014-002', Activado: 'Desactivado' } })
    const repetido = await update({
      mac_serie: 'AC233F000002',
      tipo_dispositivo: 'iBeacon',
      apodo: '20014-001',
    })
    expect([repetido.status, repetido.body.code]).toEqual([409, 'apodo_repetido'])
    const etiqueta = await update({
      mac_serie: 'AC233F000002',
      tipo_dispositivo: 'iBeacon',
      apodo: '-',
      etiqueta: '-1',
    })
    expect(etiqueta.body).toMatchObject({ data: { Etiqueta: '-1', Activado: 'Activado' } })
  })

  test('one device is read by its mac, however that is written, and another company sees none', async () => {
    const una = await p.call('GET', '/api/dispositivos/ac:23:3f:00:00:01', { cookie })
    expect(una.body).toEqual(await p.device('AC233F000001'))
    const ajena = await p.call('GET', '/api/dispositivos/AC233F000001', { cookie: await p.as('calidad') })
    const nadie = await p.call('GET', '/api/dispositivos/AC233FFFFFF1', { cookie })
    expect([ajena.status, nadie.status]).toEqual([404, 404])
    expect(ajena.body).toEqual(nadie.body)
  })

  test('one nickname given to many at once goes to one of them', async () => {
    const intentos = Array.from({ length: 12 }, (_, i) =>
      update({ mac_serie: `AC233FCA44${10 + i}`, tipo_dispositivo: 'iBeacon', apodo: '555-1' }),
    )
    const estados = (await Promise.all(intentos)).map((r) => r.status).sort()
    expect(estados).toEqual([200, ...Array(11).fill(409)])
  })

  test('one mac registered by two companies at once belongs to one of them, which alone can change it', async () => {
    const calidad = await p.as('calidad')
    for (let vuelta = 0; vuelta < 5; vuelta++) {
      const mac_serie = `AC233FD1500${vuelta}`
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, i) => {
          const body = { mac_serie, tipo_dispositivo: 'iBeacon', apodo: `${vuelta}-${i}` }
          return update(body, i % 2 ? cookie : calidad)
        }),
      )
      const de1 = responses.filter((_, i) => i % 2).map((r) => r.status)
      const de2 = responses.filter((_, i) => i % 2 === 0).map((r) => r.status)
      const [gana, pierde] = de1.includes(200) ? [de1, de2] : [de2, de1]
      expect([gana, pierde]).toEqual([Array(4).fill(200), Array(4).fill(404)])
    }
  })

  test('a company is named by admins only, exists, and a device keeps its own', async () => {
    const admin = await p.as('admin')
    const body = { mac_serie: 'AC233FE40001', tipo_dispositivo: 'iBeacon', apodo: '-' }
    expect((await update({ ...body, empresa: 2 })).status).toBe(404)
    expect((await update({ ...body, empresa: 999 }, admin)).status).toBe(404)
    expect((await update({ ...body, empresa: 1 })).body).toMatchObject({ data: { empresa: 1 } })
    expect((await update({ ...body, empresa: 2 }, admin)).body.code).toBe('otra_empresa')
    expect((await update(body, admin)).body).toMatchObject({ data: { empresa: 1 } })
  })

  test('a deleted mac can be registered anew, by another company too, and its old credential is worth nothing', async () => {
    const mac = 'C300000000D1'
    await p.register(mac, 'Reader', 'LEC-D1')
    const old = await p.issue(mac)
    await p.servidor.pool.query('update dispositivo set eliminado = now() where mac = $1', [mac])
    await p.register(mac, 'Reader', 'LEC-D1', { empresa: 2 })
    const nueva = await p.issue(mac)
    expect(nueva.usuario).toBe(old.usuario)
    expect((await p.send('retorna', '[]', old)).status).toBe(401)
    expect((await p.send('retorna', '[]', nueva)).status).not.toBe(401)
    await update({ mac_serie: mac, tipo_dispositivo: 'iBeacon', apodo: '-' }, await p.as('admin'))
    expect((await p.send('retorna', '[]', nueva)).status).toBe(401)
  })

  test('names that mean something to JavaScript are counted like others', async () => {
    await p.register('AC233F0000F1', 'iBeacon', '__proto__-1', { empresa: 3 })
    expect(JSON.stringify(count(await listConjuntos(p.servidor.db, 3)))).toBe(
      '{"__proto__":{"Sin ubicación":1}}',
    )
  })

  // cubre: validacion 8
  test.each([
    [{ tipo_dispositivo: 'SmartBle', apodo: '1-1' }, 'Falta mac_serie', 'mac_serie'],
    [{ mac_serie: '  ', tipo_dispositivo: 'SmartBle', apodo: '1-1' }, 'Falta mac_serie', 'mac_serie'],
    [{ mac_serie: 'A1', tipo_dispositivo: 'SmartBle' }, 'Falta apodo', 'apodo'],
    [{ mac_serie: 'A1', tipo_dispositivo: 'SmartBle', apodo: '  ' }, 'Falta apodo', 'apodo'],
  ])('%j: %s', async (body, error, campo) => {
    const r = await update(body)
    expect([r.status, r.body]).toEqual([400, { error, campo, code: 'entrada_no_valida' }])
  })

  // cubre: validacion 10
  test.each([
    [{ tipo_dispositivo: 'Otro' }, 'tipo_dispositivo'],
    [{ estado: 'Roto' }, 'estado'],
    [{ lat: 91, lon: 0 }, 'lat'],
    [{ lat: 42 }, 'lon'],
    [{ lon: -2 }, 'lat'],
    [{ apodo: 'x'.repeat(65) }, 'apodo'],
    [{ etiqueta: 'a\u0000' }, 'etiqueta'],
  ])('%j is refused', async (cambio, campo) => {
    const r = await update(
      { mac_serie: 'C30000000001', tipo_dispositivo: 'Reader', apodo: '-', ...cambio },
      await p.as('admin'),
    )
    expect(r.status).toBe(400)
    expect(r.body.campo).toBe(campo)
    expect(await p.device(LECTOR)).toMatchObject({ Lat: 42.84, Lon: -2.67 })
  })
})
