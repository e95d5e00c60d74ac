// @module-tag slow: every call as every role
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { expected, INVOCATIONS, WHO } from '../../testing/access-table'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

describe.runIf(inject('base').hay)('who may call what', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  // cubre: roles 1-4 7-8
  for (const who of WHO)
    test.each(INVOCATIONS)(`${who}: %s %s %s`, async (acceso, method, ruta, body) => {
      const cookie = who === 'nadie' ? '' : await (ruta === '/api/logout' ? p.login(who) : p.as(who))
      const r = await p.call(method, ruta, { body, cookie })
      const esperado = expected(acceso, who)
      if (esperado === 'pasa') {
        expect(r.status).not.toBe(401)
        expect(r.status).not.toBe(403)
        expect(r.status).toBeLessThan(500)
      } else expect(r.status).toBe(esperado)
    })

  test.each(ENDPOINTS.map((e) => [`${e.method} ${e.path}`, e] as const))('%s is in the table', (_, e) => {
    const forma = new RegExp(`^${e.path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
    expect(INVOCATIONS.some(([, method, ruta]) => method === e.method && forma.test(ruta))).toBe(true)
  })

  test('an admin who owes a second factor reaches their profile and what is public', async () => {
    const { pool } = p.servidor
    const cookie = await p.login('admin')
    await pool.query('update instalacion set exigir_segundo_factor = true')
    for (const [acceso, method, ruta, body] of INVOCATIONS) {
      if (ruta === '/api/logout') continue
      const r = await p.call(method, ruta, { body, cookie })
      if (acceso === 'publico' || acceso === 'perfil') expect([401, 403], ruta).not.toContain(r.status)
      else expect([r.status, r.body.code], ruta).toEqual([403, 'segundo_factor_pendiente'])
    }
    // All other users go on as before.
    expect((await p.call('GET', '/api/devices', { cookie: await p.as('operario') })).status).toBe(200)
    await pool.query("update usuario set segundo_factor = true where username = 'admin'")
    expect((await p.call('GET', '/api/devices', { cookie })).status).toBe(200)
    await pool.query("update usuario set segundo_factor = false where username = 'admin'")
    await pool.query('update instalacion set exigir_segundo_factor = false')
  })

  test('the company of a list: an admin picks, anybody else sees their own and no other exists', async () => {
    await p.register('AABBCC000001', 'SmartBle', '20014-001')
    await p.register('AABBCC000002', 'SmartBle', '20014-001', { empresa: 2 })
    const macs = async (who: string, query = '') => {
      const r = await p.call<{ data?: { Dispositivo: string }[] }>('GET', `/api/device_poc_status${query}`, {
        cookie: await p.as(who),
      })
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
