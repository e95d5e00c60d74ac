import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { InformeDispositivos } from '#contract/parque/dispositivos/dispositivos'
import { type Prueba, startPrueba } from '../../testing/retorna'

type Failure = { error: string; code: string; campo?: string }

describe.runIf(inject('base').hay)('what may be registered', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  const put = async (body: object, who = 'operario') => {
    const r = await p.call<Failure>('POST', '/api/update_device_details', {
      body: { tipo_dispositivo: 'SmartBle', apodo: '20014-1', ...body },
      cookie: await p.as(who),
    })
    return r.status === 200 ? 200 : [r.status, r.body.code, r.body.campo]
  }

  test('a MAC has 12 hexadecimal digits; what has not may be a serial number, if somebody says so', async () => {
    const mal = [400, 'entrada_no_valida', 'mac_serie']
    expect(await put({ mac_serie: 'zz:zz' })).toEqual(mal)
    expect(await put({ mac_serie: 'zz:zz', es_serie: true })).toEqual(mal)
    expect(await put({ mac_serie: 'TR-00917' })).toEqual([400, 'confirmar_serie', 'mac_serie'])
    expect(await put({ mac_serie: 'TR-00917', es_serie: true })).toBe(200)
    // The device is known now: it is not asked again.
    expect(await put({ mac_serie: 'tr-00917', etiqueta: 'A' })).toBe(200)
    expect(await put({ mac_serie: 'ac:23:3f:0a:17:01', apodo: '20014-2' })).toBe(200)
  })

  test('a nickname has the format of containers, but for readers, and for who has another already', async () => {
    const mal = [400, 'entrada_no_valida', 'apodo']
    expect(await put({ mac_serie: 'AC233F0A1702', apodo: 'CAJA 1' })).toEqual(mal)
    expect(await put({ mac_serie: 'AC233F0A1702', apodo: '20014-3' })).toBe(200)
    expect(await put({ mac_serie: 'AC233F0A1702', apodo: '-' })).toBe(200)
    expect(
      await put({ mac_serie: 'C3000A170001', tipo_dispositivo: 'Reader', apodo: 'LEC-104' }, 'admin'),
    ).toBe(200)
    await p.servidor.pool.query("update dispositivo set apodo = 'CAJA 1' where mac = 'AC233F0A1702'")
    expect(await put({ mac_serie: 'AC233F0A1702', apodo: 'CAJA 1', etiqueta: 'B' })).toBe(200)
    const rename = async (mac_serie: string, apodo: string, who = 'operario') =>
      (
        await p.call('POST', '/api/change_device_apodo', {
          body: { mac_serie, apodo },
          cookie: await p.as(who),
        })
      ).status
    expect(await rename('AC233F0A1702', 'CAJA 2')).toBe(400)
    expect(await rename('AC233F0A1702', '20014-4')).toBe(200)
    expect(await rename('C3000A170001', 'LEC NORTE', 'admin')).toBe(200)
  })

  test('a file is asked the same', async () => {
    const csv = [
      'mac_serie;apodo;tipo_dispositivo',
      'AC233F0A1710;20014-10;',
      'SN-1;20014-11;',
      'SN-2;20014-12;',
      'zz:zz;20014-13;',
      'C3000A170002;LEC-105;Reader',
    ].join('\n')
    const load = async (query: string) => {
      const cuerpo = new FormData()
      cuerpo.set('archivo', new Blob([csv]), 'd.csv')
      const res = await fetch(`${p.servidor.url}/api/dispositivos/importar?${query}`, {
        method: 'POST',
        body: cuerpo,
        headers: { cookie: await p.as('admin') },
      })
      return (await res.json()) as InformeDispositivos
    }
    const before = await load('ensayo=true')
    expect([before.nuevas, before.con_error, before.series]).toEqual([2, 3, 2])
    expect(before.errores.map((e) => [e.linea, e.columna])).toEqual([
      [3, 'mac_serie'],
      [4, 'mac_serie'],
      [5, 'mac_serie'],
    ])
    const dicho = await load('ensayo=true&series=true')
    expect([dicho.nuevas, dicho.con_error, dicho.series]).toEqual([4, 1, 0])
    const hecho = await load('series=true&con_errores=omitir')
    expect([hecho.nuevas, hecho.con_error]).toEqual([4, 1])
    expect((await load('ensayo=true')).iguales).toBe(4)
  })

  test('another tag is asked the same', async () => {
    const swap = async (body: object) => {
      const r = await p.call<Failure>('POST', '/api/contenedores/20014-10/etiqueta', {
        body,
        cookie: await p.as('admin'),
      })
      return [r.status, r.body.code]
    }
    expect(await swap({ mac_serie: 'zz:zz' })).toEqual([400, 'entrada_no_valida'])
    expect(await swap({ mac_serie: 'SN-99' })).toEqual([400, 'confirmar_serie'])
    expect((await swap({ mac_serie: 'SN-99', es_serie: true }))[0]).toBe(200)
  })

  test('what waited to be sent does not undo what somebody changed meanwhile', async () => {
    const mac_serie = 'AC233F0A1720'
    expect(await put({ mac_serie, apodo: '20014-20', hace_s: 5 })).toBe(200)
    expect(await put({ mac_serie, apodo: '20014-21' }, 'admin')).toBe(200)
    expect(await put({ mac_serie, apodo: '20014-22', hace_s: 600 })).toEqual([
      409,
      'cambiado_despues',
      undefined,
    ])
    expect((await p.device(mac_serie)).Apodo).toBe('20014-21')
    await p.servidor.pool.query('select pg_sleep(1.1)')
    expect(await put({ mac_serie, apodo: '20014-22', hace_s: 0 })).toBe(200)
    expect(await put({ mac_serie, apodo: '20014-22', hace_s: -1 })).toEqual([
      400,
      'entrada_no_valida',
      'hace_s',
    ])
  })
})
