import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FichaContenedor, Hallazgo } from '#contract/oir/contenedores/contenedores'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('another tag, and what a scanned code leads to', () => {
  let p: Prueba
  let operario: string
  let numero = 0
  const newMac = () => `AC233FE${(++numero).toString(16).padStart(5, '0').toUpperCase()}`
  const change = (apodo: string, body: object, cookie = operario) =>
    p.call<Record<string, unknown> & { deshacer_s: number; anterior: string }>(
      'POST',
      `/api/contenedores/${apodo}/etiqueta`,
      { body, cookie },
    )
  const undo = (apodo: string, cookie = operario) =>
    p.call('POST', `/api/contenedores/${apodo}/etiqueta/deshacer`, { cookie })
  const file = async (apodo: string, cookie = operario) =>
    (await p.call<FichaContenedor>('GET', `/api/contenedores/${apodo}`, { cookie })).body
  const find = (query: string, cookie = operario) =>
    p.call<Hallazgo>('GET', `/api/codigo?${query}`, { cookie })
  const alta = (mac_serie: string, apodo: string, mas: object = {}, cookie = operario) =>
    p.call('POST', '/api/update_device_details', {
      body: { mac_serie, tipo_dispositivo: 'SmartBle', apodo, ...mas },
      cookie,
    })
  async function registerOne(apodo: string) {
    const mac = newMac()
    await p.register(mac, 'SmartBle', apodo)
    return mac
  }

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    await p.register('C30000000E01', 'Reader', 'LEC-E1')
  })
  afterAll(() => p.stop())

  test('an operator gives it and takes it back within the minute; both are audited, the old tag is free', async () => {
    const old = await registerOne('20014-301')
    const nueva = newMac()
    const r = await change('20014-301', { mac_serie: nueva })
    expect([r.status, r.body.anterior]).toEqual([200, old])
    expect(r.body.deshacer_s).toBeGreaterThan(50)
    expect(r.body.deshacer_s).toBeLessThanOrEqual(60)
    expect((await file('20014-301')).deshacer_s).toBeLessThanOrEqual(r.body.deshacer_s)
    // Only the user who made the change may take it back.
    expect((await file('20014-301', await p.as('admin'))).deshacer_s).toBe(0)
    expect((await undo('20014-301', await p.as('admin'))).body.code).toBe('nada_que_deshacer')
    expect((await undo('20014-301')).status).toBe(200)
    const { dispositivo, etiquetas, deshacer_s } = await file('20014-301')
    expect([dispositivo.Dispositivo, deshacer_s]).toEqual([old, 0])
    expect(etiquetas).toMatchObject([
      { antes: nueva, despues: old, username: 'operario' },
      { antes: old, despues: nueva, username: 'operario' },
    ])
    expect((await undo('20014-301')).body.code).toBe('nada_que_deshacer')
    // After it is taken back, the new tag is free.
    expect((await alta(nueva, '20014-302')).status).toBe(200)
  })

  test('after a minute it stays; a container of another company is none', async () => {
    await registerOne('20014-303')
    await change('20014-303', { mac_serie: newMac() })
    await p.servidor.pool.query(
      `begin; set local retorna.restaurar = 'si';
       update auditoria set momento = momento - interval '61 seconds' where nombre = '20014-303'; commit`,
    )
    expect((await file('20014-303')).deshacer_s).toBe(0)
    expect((await undo('20014-303')).body.code).toBe('tarde')
    const ajena = await p.as('calidad')
    expect((await change('20014-303', { mac_serie: newMac() }, ajena)).status).toBe(404)
    expect((await undo('20014-303', ajena)).status).toBe(404)
  })

  test('whoever takes the old tag meanwhile keeps it; the same tag and one of another container are refused', async () => {
    const old = await registerOne('20014-304')
    const nueva = newMac()
    expect((await change('20014-304', { mac_serie: old })).body.code).toBe('misma_etiqueta')
    await change('20014-304', { mac_serie: nueva })
    expect((await alta(old, '20014-305')).status).toBe(200)
    const r = await undo('20014-304')
    expect([r.status, r.body.error]).toEqual([409, `La MAC ${old} ya es de 20014-305.`])
    expect((await file('20014-304')).dispositivo.Dispositivo).toBe(nueva)
  })

  test('a broken tag is asked about before it is used again, and is none once it is', async () => {
    const old = await registerOne('20014-306')
    await change('20014-306', { mac_serie: newMac(), anterior: 'rota' })
    const credencial = await p.issue('C30000000E01')
    await p.send('retorna', JSON.stringify({ mac: old, rssi: -60 }), credencial)
    const seen = async () => {
      const r = await p.call<{ mac: string; rota: boolean }[]>('GET', '/api/vistos_sin_registrar', {
        cookie: operario,
      })
      return r.body.find((v) => v.mac === old)?.rota
    }
    expect(await seen()).toBe(true)
    expect((await find(`mac=${old}`)).body).toMatchObject({
      data: [],
      previos: [{ Apodo: '20014-306' }],
      rota: true,
    })
    const otra = await registerOne('20014-307')
    for (const r of [await alta(old, '20014-308'), await change('20014-307', { mac_serie: old })]) {
      expect([r.status, r.body.code]).toEqual([409, 'etiqueta_rota'])
      expect(r.body.error).toContain('la quitó operario el ')
    }
    expect((await file('20014-307')).dispositivo.Dispositivo).toBe(otra)
    expect((await alta(old, '20014-308', { usar_rota: true })).status).toBe(200)
    expect((await find(`mac=${old}`)).body).toMatchObject({ data: [{ Apodo: '20014-308' }], rota: false })
    const { rows } = await p.servidor.pool.query(
      `select accion from auditoria where entidad = 'etiqueta_rota' and nombre = $1 order by id`,
      [old],
    )
    expect(rows.map((f) => f.accion)).toEqual(['crear', 'eliminar'])
  })

  test('taken back, it is broken no more', async () => {
    const old = await registerOne('20014-309')
    const nueva = newMac()
    await change('20014-309', { mac_serie: nueva, anterior: 'rota' })
    expect((await find(`mac=${old}`)).body.rota).toBe(true)
    expect((await undo('20014-309')).status).toBe(200)
    expect((await find(`mac=${old}`)).body).toMatchObject({ data: [{ Apodo: '20014-309' }], rota: false })
  })

  test('a company that only registers may too, in its own', async () => {
    const cookie = await p.as('planta4')
    const [old, nueva] = [newMac(), newMac()]
    expect((await alta(old, '20014-310', {}, cookie)).status).toBe(200)
    expect((await change('20014-310', { mac_serie: nueva }, cookie)).status).toBe(200)
    expect((await undo('20014-310', cookie)).status).toBe(200)
  })

  test('a code leads to what bears its mac, else its nickname; readers too, other companies never', async () => {
    const mac = await registerOne('20014-311')
    const nombres = async (query: string, cookie = operario) =>
      (await find(query, cookie)).body.data.map((d) => [d.Apodo, d.TipoDispositivo, d.eliminado])
    const uno = [['20014-311', 'SmartBle', false]]
    expect(await nombres(`mac=${mac.toLowerCase()}`)).toEqual(uno)
    expect(await nombres('apodo=20014-311')).toEqual(uno)
    expect(await nombres(`mac=${mac}&apodo=20014-301`)).toEqual(uno)
    expect(await nombres('apodo=lec-e1&mac=LEC-E1')).toEqual([['LEC-E1', 'Reader', false]])
    expect(await nombres(`mac=${mac}`, await p.as('calidad'))).toEqual([])
    expect(await nombres('apodo=20014-31')).toEqual([])
    await p.servidor.pool.query('update dispositivo set eliminado = now() where mac = $1', [mac])
    expect(await nombres(`mac=${mac}`)).toEqual([['20014-311', 'SmartBle', true]])
    expect((await find('')).status).toBe(400)
  })

  test('a nickname of two companies: an admin sees both, with their names', async () => {
    await registerOne('20014-312')
    await p.register(newMac(), 'SmartBle', '20014-312', { empresa: 2 })
    const { body } = await find('apodo=20014-312', await p.as('admin'))
    expect(body.data.map((d) => d.nombre_empresa)).toEqual(['Empresa 1', 'Empresa 2'])
    expect((await find('apodo=20014-312&empresa=2', await p.as('admin'))).body.data).toHaveLength(1)
  })

  test('of what was registered it is told whether it has been heard', async () => {
    const mac = await registerOne('20014-313')
    const heard = async () => {
      const r = await p.call('GET', `/api/dispositivos/${mac}/oido`, { cookie: operario })
      return [r.body.UltimoRegistro === null, r.body.ApodoLector]
    }
    expect(await heard()).toEqual([true, null])
    await p.send('retorna', JSON.stringify({ mac, rssi: -60 }), await p.issue('C30000000E01'))
    expect(await heard()).toEqual([false, 'LEC-E1'])
  })
})
