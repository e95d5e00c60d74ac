import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Eliminado, ResultadoId, ResultadoMac } from '#contract/parque/dispositivos/inventario'
import { type Prueba, startPrueba } from '../../testing/retorna'

const LECTOR = 'C3000000BB01'
const MAC = 'AC00000000B1'
const OTRA = 'AC00000000B2'
const AJENA = 'AC00000000B9'

describe.runIf(inject('base').hay)('changes of devices', () => {
  let p: Prueba
  let operario: string
  let calidad: string
  let admin: string
  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    calidad = await p.as('calidad')
    admin = await p.as('admin')
    await p.register(LECTOR, 'Reader', 'LEC-B', { lat: 42.84, lon: -2.67 })
    await p.register(MAC, 'SmartBle', '20014-1', { etiqueta: 'ET1' })
    await p.register(OTRA, 'iBeacon', '20014-2')
    await p.register(AJENA, 'SmartBle', '20014-9', { empresa: 2 })
    await p.servidor.pool.query(
      "insert into ubicacion (empresa_id, nombre) values (1, 'Gestamp'), (2, 'Solo de dos')",
    )
  })
  afterAll(() => p.stop())

  const post = <T = Record<string, unknown>>(ruta: string, body: object, cookie = operario) =>
    p.call<T>('POST', `/api/${ruta}`, { body, cookie })
  const status = (body: object, cookie?: string) => post('change_device_status', body, cookie)
  const apodo = (body: object, cookie?: string) => post('change_device_apodo', body, cookie)

  // cubre: validacion 11, llamadas 30, errores 14
  test('a status change switches the device and leaves everything else as it is', async () => {
    const r = await status({
      mac_serie: 'ac:00:00:00:00:b1',
      apodo: '-',
      nuevo_estado: 'Desactivado',
      tipo_dispositivo: 'SmartBle',
      etiqueta: 'otra',
    })
    expect([r.status, r.body]).toMatchObject([
      200,
      { ok: true, message: 'Estado cambiado a Desactivado', data: { Activado: 'Desactivado' } },
    ])
    expect(await p.device(MAC)).toMatchObject({ Apodo: '20014-1', Etiqueta: 'ET1', Activado: 'Desactivado' })
    await status({ mac_serie: MAC, apodo: '20014-1', nuevo_estado: 'Activado', tipo_dispositivo: 'SmartBle' })
    expect((await p.device(MAC)).Activado).toBe('Activado')
  })

  // cubre: llamadas 31
  test('a nickname change is trimmed, and refused where another of the company has it', async () => {
    const body = { mac_serie: MAC, estado: 'Activado', tipo_dispositivo: 'SmartBle', etiqueta: null }
    expect((await apodo({ ...body, apodo: ' 20014-7 ' })).body).toMatchObject({
      message: 'Apodo actualizado correctamente',
      data: { Apodo: '20014-7', Etiqueta: 'ET1' },
    })
    const repetido = await apodo({ ...body, apodo: '20014-2' })
    expect([repetido.status, repetido.body]).toEqual([
      409,
      { error: 'El apodo 20014-2 ya lo tiene otro dispositivo.', code: 'apodo_repetido' },
    ])
    // A nickname of another company is free here.
    expect((await apodo({ ...body, apodo: '20014-9' })).status).toBe(200)
    expect((await apodo({ ...body, apodo: '20014-1' })).status).toBe(200)
  })

  // cubre: validacion 7-8
  test.each([
    [{ apodo: '' }, 'Falta apodo', 'apodo'],
    [{ apodo: '   ' }, 'Falta apodo', 'apodo'],
    [{ apodo: '-' }, 'Falta apodo', 'apodo'],
    [{ apodo: undefined }, 'Falta apodo', 'apodo'],
    [{ mac_serie: ' ' }, 'Falta mac_serie', 'mac_serie'],
    [{ mac_serie: undefined }, 'Falta mac_serie', 'mac_serie'],
    [{ apodo: 'x'.repeat(65) }, 'Como mucho 64 caracteres.', 'apodo'],
    [{ apodo: 'a\u0000' }, 'El texto contiene caracteres no permitidos.', 'apodo'],
  ])('change_device_apodo %j: %s', async (cambio, error, campo) => {
    const r = await apodo({ mac_serie: MAC, apodo: '1-1', tipo_dispositivo: 'SmartBle', ...cambio })
    expect([r.status, r.body]).toEqual([400, { error, campo, code: 'entrada_no_valida' }])
  })

  test('change_device_status says what is missing', async () => {
    expect((await status({ nuevo_estado: 'Activado' })).body).toMatchObject({
      error: 'Falta mac_serie',
      campo: 'mac_serie',
    })
    expect((await status({ mac_serie: MAC, nuevo_estado: 'Roto' })).body).toMatchObject({
      campo: 'nuevo_estado',
    })
  })

  // cubre: validacion 9
  test('readers are for admins', async () => {
    const soloAdmins = [
      403,
      { error: 'Solo los administradores pueden actualizar lectores.', code: 'solo_administradores' },
    ]
    for (const tipo_dispositivo of ['Reader', 'SmartBle']) {
      const cuerpo = { mac_serie: LECTOR, apodo: 'LEC-X', nuevo_estado: 'Desactivado', tipo_dispositivo }
      for (const r of [await status(cuerpo), await apodo(cuerpo)])
        expect([r.status, r.body]).toEqual(soloAdmins)
    }
    expect(await p.device(LECTOR)).toMatchObject({ Apodo: 'LEC-B', Activado: 'Activado' })
    expect((await apodo({ mac_serie: LECTOR, apodo: 'LEC-C' }, admin)).status).toBe(200)
    expect((await apodo({ mac_serie: LECTOR, apodo: 'LEC-B' }, admin)).status).toBe(200)
  })

  test("another company's device and one that nobody registered are none", async () => {
    for (const mac_serie of [AJENA, 'NADIE']) {
      expect((await status({ mac_serie, nuevo_estado: 'Desactivado' })).status).toBe(404)
      expect((await apodo({ mac_serie, apodo: '1-1' })).status).toBe(404)
    }
    expect(await p.device(AJENA)).toMatchObject({ Apodo: '20014-9', Activado: 'Activado' })
  })

  test('many at once: each is listed once with what became of it, and only what was named changes', async () => {
    const r = await post<{ resultados: ResultadoMac[] }>('dispositivos_lote', {
      macs: [MAC, LECTOR, AJENA, 'nadie', MAC.toLowerCase(), OTRA],
      estado: 'Desactivado',
      etiqueta: 'Lote 7',
    })
    expect(r.body.resultados.map((x) => [x.mac, x.Apodo, x.status])).toEqual([
      [MAC, '20014-1', 'success'],
      [LECTOR, 'LEC-B', 'error'],
      [AJENA, null, 'error'],
      ['NADIE', null, 'error'],
      [OTRA, '20014-2', 'success'],
    ])
    expect(r.body.resultados.map((x) => x.message).slice(1, 4)).toEqual([
      'Solo los administradores pueden actualizar lectores.',
      'Dispositivo no encontrado.',
      'Dispositivo no encontrado.',
    ])
    expect(await p.device(OTRA)).toMatchObject({
      Activado: 'Desactivado',
      Etiqueta: 'Lote 7',
      Ubicacion: null,
    })
    expect(await p.device(LECTOR)).toMatchObject({ Activado: 'Activado' })
    expect(await p.device(AJENA)).toMatchObject({ Activado: 'Activado', Etiqueta: null })
    await post('dispositivos_lote', { macs: [OTRA], etiqueta: '' })
    expect(await p.device(OTRA)).toMatchObject({ Activado: 'Desactivado', Etiqueta: null })
  })

  test('a location is one of the company of the device, and can be taken away', async () => {
    const set = async (ubicacion: string | null, macs: string[], cookie?: string) =>
      (await post<{ resultados: ResultadoMac[] }>('dispositivos_lote', { macs, ubicacion }, cookie)).body
        .resultados
    expect((await set('Gestamp', [OTRA]))[0]).toMatchObject({ status: 'success', message: 'Cambiado.' })
    expect((await p.device(OTRA)).Ubicacion).toBe('Gestamp')
    expect((await set('Solo de dos', [OTRA, AJENA], admin)).map((x) => [x.status, x.message])).toEqual([
      ['error', 'Su empresa no tiene ninguna ubicación «Solo de dos».'],
      ['success', 'Cambiado.'],
    ])
    expect([(await p.device(OTRA)).Ubicacion, (await p.device(AJENA)).Ubicacion]).toEqual([
      'Gestamp',
      'Solo de dos',
    ])
    await set(null, [OTRA])
    expect((await p.device(OTRA)).Ubicacion).toBeNull()
  })

  test.each([
    [{ macs: [] }, 'macs'],
    [{ macs: Array(1001).fill(MAC) }, 'macs'],
    [{ macs: 'AC' }, 'macs'],
    [{ macs: [''] }, 'macs.0'],
    [{ estado: undefined }, 'estado'],
    [{ estado: 'Roto' }, 'estado'],
    [{ etiqueta: 'x'.repeat(65) }, 'etiqueta'],
    [{ ubicacion: ' ' }, 'ubicacion'],
  ])('dispositivos_lote %.60j: 400 with its field', async (cambio, campo) => {
    const r = await post('dispositivos_lote', { macs: [MAC], estado: 'Activado', ...cambio })
    expect([r.status, r.body.campo]).toEqual([400, campo])
  })

  const ids = async (nombre: string, empresa = 1) => {
    const r = await p.call<{ data: { id: number }[] }>(
      'GET',
      `/api/devices?name=${nombre}&empresa=${empresa}`,
      { cookie: admin },
    )
    return r.body.data.map((d) => d.id)
  }
  type Bajas = { resultados: ResultadoId[] }
  const remove = (list: unknown[], cookie = admin) => post<Bajas>('delete_devices', { ids: list }, cookie)
  const restore = async (list: number[]) =>
    (await post<Bajas>('restore_devices', { ids: list }, admin)).body.resultados
  const deleted = (query = '') =>
    p.call<{ data: Eliminado[]; total: number }>('GET', `/api/devices_eliminados?${query}`, {
      cookie: admin,
    })

  // cubre: roles 3 6, errores 5
  test('deleting is for admins', async () => {
    const [id] = await ids('20014-2')
    for (const ruta of ['delete_devices', 'restore_devices']) {
      const r = await post(ruta, { ids: [id] })
      expect([r.status, r.body.error]).toEqual([403, 'Acceso denegado: no tienes permisos de administrador.'])
    }
    expect((await p.call('GET', '/api/devices_eliminados', { cookie: calidad })).status).toBe(403)
    expect(await ids('20014-2')).toEqual([id])
  })

  // cubre: llamadas 13
  test('a deleted device is gone from the lists, is in that of the deleted, and comes back as it was', async () => {
    await p.register('AC00000000D1', 'SmartBle', '30000-1', { etiqueta: 'queda' })
    const [id = 0] = await ids('30000-1')
    const r = await remove([id, 999_999, id])
    expect(r.body.resultados).toEqual([
      { id, Name: '30000-1', status: 'success', message: 'Eliminado.' },
      {
        id: 999_999,
        Name: null,
        status: 'error',
        message: 'Dispositivo no encontrado.',
        code: 'no_encontrado',
      },
    ])
    expect(await ids('30000-1')).toEqual([])
    expect((await remove([id])).body.resultados[0]).toMatchObject({
      status: 'error',
      message: 'Ya estaba eliminado.',
    })
    expect((await deleted('name=30000')).body).toMatchObject({
      data: [{ id, Name: '30000-1', Dispositivo: 'AC00000000D1', empresa: 1 }],
      total: 1,
    })
    expect((await deleted('name=30000&empresa=2')).body.total).toBe(0)
    expect(await restore([id, id, 999_999])).toMatchObject([{ status: 'success' }, { code: 'no_encontrado' }])
    expect(await p.device('AC00000000D1')).toMatchObject({ Apodo: '30000-1', Etiqueta: 'queda' })
    expect((await restore([id]))[0]).toMatchObject({ status: 'error', message: 'No está eliminado.' })
  })

  test('what was taken meanwhile keeps a device deleted, and says which', async () => {
    await p.register('AC00000000E1', 'SmartBle', '40000-1')
    await p.register('AC00000000E2', 'SmartBle', '40000-2')
    const old = await ids('40000')
    await remove(old)
    await p.register('AC00000000E1', 'SmartBle', '40000-9')
    await p.register('AC00000000E3', 'SmartBle', '40000-2')
    expect((await restore(old)).map((r) => [r.status, r.code, r.message])).toEqual([
      ['error', 'mac_repetida', 'La MAC AC00000000E1 está registrada de nuevo.'],
      ['error', 'apodo_repetido', 'El apodo 40000-2 ya lo tiene otro dispositivo.'],
    ])
    expect((await deleted('name=40000')).body.total).toBe(2)
  })

  test('a deleted reader speaks no more, its tags are unknown when they are deleted, and history stays', async () => {
    await p.register('C3000000BBD1', 'Reader', 'LEC-D')
    await p.register('AC00000000F1', 'iBeacon', '50000-1')
    const credencial = await p.issue('C3000000BBD1')
    const lectura = () =>
      p.send(
        'retorna',
        JSON.stringify([{ mac: 'AC00000000F1', rssi: -60, tiempo: new Date().toISOString(), bateria: 80 }]),
        credencial,
      )
    expect((await lectura()).body).toMatchObject({ aceptadas: 1 })
    await remove(await ids('50000-1'))
    expect((await lectura()).body).toMatchObject({ sin_registrar: 1 })
    const eventos = await p.servidor.pool.query(
      "select count(*) as n from evento e join dispositivo d on d.id = e.dispositivo_id where d.mac = 'AC00000000F1'",
    )
    expect(Number(eventos.rows[0].n)).toBeGreaterThan(0)
    const lector = await ids('LEC-D')
    await remove(lector)
    expect((await lectura()).status).toBe(401)
    await restore(lector)
    // A device that is restored gets a new credential, never the old one.
    expect((await lectura()).status).toBe(401)
  })

  test.each([
    [[]],
    [Array.from({ length: 1001 }, (_, i) => i + 1)],
    ['1'],
    [['1']],
    [[0]],
    [[1.5]],
    [[2 ** 60]],
  ])('delete_devices %.40j: 400 with its field', async (list) => {
    for (const ruta of ['delete_devices', 'restore_devices']) {
      const r = await post(ruta, { ids: list }, admin)
      expect(r.status).toBe(400)
      expect(r.body.campo).toMatch(/^ids/)
    }
  })

  test('a change is told to whoever watches', async () => {
    const corte = new AbortController()
    const r = await fetch(`${p.servidor.url}/api/live`, {
      headers: { cookie: operario },
      signal: corte.signal,
    })
    const heard = (async () => {
      let text = ''
      for await (const chunk of r.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        if (text.includes('20014-88')) return true
      }
      return false
    })()
    await apodo({ mac_serie: OTRA, apodo: '20014-88' })
    expect(await heard).toBe(true)
    corte.abort()
    await apodo({ mac_serie: OTRA, apodo: '20014-2' })
  })
})
