import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Usuario } from '#contract/personas/usuarios/usuarios'
import { type Prueba, startPrueba } from '../../testing/retorna'

const PROPIO = 'AABBCC00E002'
const AJENO = 'AABBCC00E001'
const LECTOR_PROPIO = 'C30000000E02'
const LECTOR_AJENO = 'C30000000E01'

describe.runIf(inject('base').hay)('who administers one company only', () => {
  let p: Prueba
  let cookie: string
  let admin: string
  const call = (method: string, ruta: string, body?: object, who = cookie) =>
    p.call(method, ruta, { body, cookie: who })
  const idOf = async (mac: string): Promise<number> => {
    const { rows } = await p.servidor.pool.query('select id from dispositivo where mac = $1', [mac])
    return Number(rows[0].id)
  }
  const usuario = async (username: string): Promise<Usuario> => {
    const r = await p.call<Usuario[]>('GET', `/api/usuarios?search=${username}`, { cookie: admin })
    return r.body.find((u) => u.username === username) as Usuario
  }

  beforeAll(async () => {
    p = await startPrueba()
    ;[cookie, admin] = [await p.as('encargada'), await p.as('admin')]
    await p.register(AJENO, 'SmartBle', '20014-201')
    await p.register(LECTOR_AJENO, 'Reader', 'LEC-E1')
    await p.register(LECTOR_PROPIO, 'Reader', 'LEC-E2', { empresa: 2 })
    await p.register(PROPIO, 'SmartBle', '20014-202', { empresa: 2 })
  })
  afterAll(() => p.stop())

  test('is told so at login, and is not called an administrator of all', async () => {
    expect((await call('GET', '/api/is_admin')).body).toEqual({ is_admin: false })
    expect((await call('GET', '/api/validate_token')).body).toMatchObject({
      user: { is_admin: false, rol: 'empresa' },
      empresa: 2,
    })
  })

  test('sees the people, readers and notes of their company alone', async () => {
    const gente = (await p.call<Usuario[]>('GET', '/api/usuarios', { cookie })).body
    expect(gente.map((u) => u.username).sort()).toEqual(['calidad', 'encargada'])
    const lectores = (await p.call<{ mac: string }[]>('GET', '/api/lectores', { cookie })).body
    expect(lectores.map((l) => l.mac)).toEqual([LECTOR_PROPIO])
    const notas = (await p.call<{ data: { empresa: number }[] }>('GET', '/api/auditoria', { cookie })).body
    expect(notas.data.length).toBeGreaterThan(0)
    expect(notas.data.every((n) => n.empresa === 2)).toBe(true)
    const empresas = (await p.call<{ id: number }[]>('GET', '/api/empresas', { cookie })).body
    expect(empresas.map((e) => e.id)).toEqual([2])
  })

  test.each([
    ['GET', '/api/usuarios?empresa=1'],
    ['GET', '/api/lectores?empresa=1'],
    ['GET', '/api/auditoria?empresa=1'],
    ['GET', '/api/cuarentena?empresa=1'],
    ['GET', '/api/devices_eliminados?empresa=1'],
    ['GET', '/api/calibracion?empresa=1'],
    ['GET', '/api/empresas/1/ajustes'],
    ['PUT', '/api/empresas/1/ajustes'],
    ['GET', '/api/empresas/1/calendarios'],
    ['DELETE', '/api/empresas/1/calendarios'],
    ['GET', '/api/empresas/1/ciclos'],
    ['POST', `/api/lectores/${LECTOR_AJENO}/credencial`, { puente: false }],
    ['DELETE', `/api/lectores/${LECTOR_AJENO}/credencial`],
    ['POST', '/api/ubicaciones/por_defecto', { empresa: 1, version: 'x' }],
    ['DELETE', '/api/plano_imagen?version=x&empresa=1'],
    ['DELETE', '/api/logistica/lt/20014?empresa=1'],
    ['POST', '/api/paseo/terminar', { empresa: 1, descartar: true }],
  ] as [string, string, object?][])("another company's %s %s is not there", async (method, ruta, body) => {
    // The present settings are sent as the body, so that the refusal is about the company.
    const cuerpo =
      method === 'PUT' ? (await call('GET', ruta, undefined, admin)).body : (body as object | undefined)
    expect((await call(method, ruta, cuerpo)).status).toBe(404)
  })

  test('deletes and brings back containers of the company, and no others', async () => {
    const ids = [await idOf(PROPIO), await idOf(AJENO)]
    type Results = { resultados: { id: number; Name: string | null; status: string }[] }
    const borrar = await p.call<Results>('POST', '/api/delete_devices', { body: { ids }, cookie })
    expect(borrar.body.resultados).toMatchObject([
      { id: ids[0], status: 'success' },
      { id: ids[1], Name: null, status: 'error' },
    ])
    expect((await p.device(AJENO)).Apodo).toBe('20014-201')
    await call('POST', '/api/delete_devices', { ids: [ids[1]] }, admin)
    const volver = await p.call<Results>('POST', '/api/restore_devices', { body: { ids }, cookie })
    expect(volver.body.resultados).toMatchObject([
      { id: ids[0], status: 'success' },
      { id: ids[1], Name: null, status: 'error' },
    ])
    await call('POST', '/api/restore_devices', { ids: [ids[1]] }, admin)
  })

  test('changes a reader and gives it a credential', async () => {
    const body = { mac_serie: LECTOR_PROPIO, tipo_dispositivo: 'Reader', apodo: 'LEC-E3', estado: 'Activado' }
    expect((await call('POST', '/api/update_device_details', body)).status).toBe(200)
    expect(
      (
        await call('POST', '/api/update_device_details', {
          ...body,
          apodo: 'LEC-E4',
          mac_serie: LECTOR_AJENO,
        })
      ).status,
    ).toBe(404)
    const credencial = await call('POST', `/api/lectores/${LECTOR_PROPIO}/credencial`, { puente: false })
    expect(credencial.status).toBe(200)
  })

  test('reads a message of quarantine again, but no other company’s', async () => {
    const { rows } = await p.servidor.pool.query(
      `insert into cuarentena (empresa_id, formato, via, topic, motivo, detalle, huella, cuerpo)
       values (1, 'milesight', 'http', null, 'json', 'x', 'a', '{'), (2, 'milesight', 'http', null, 'json', 'x', 'b', '{')
       returning id`,
    )
    const list = (await p.call<{ id: string }[]>('GET', '/api/cuarentena', { cookie })).body
    expect(list.map((c) => c.id)).toEqual([String(rows[1].id)])
    expect((await call('POST', `/api/cuarentena/${rows[0].id}/reprocesar`)).status).toBe(404)
  })

  test('makes people of the company, of any role but that of an administrator of all', async () => {
    const nueva = { username: 'lola', nombre: 'Lola', password: 'rodillo-azul-88', empresa: 2 }
    expect((await call('POST', '/api/usuarios', { ...nueva, empresa: 1 })).status).toBe(404)
    for (const permiso of [{ rol: 'admin' }, { is_admin: true }]) {
      const r = await call('POST', '/api/usuarios', { ...nueva, ...permiso })
      expect([r.status, r.body.code]).toEqual([403, 'otro_alcance'])
    }
    const r = await call('POST', '/api/usuarios', { ...nueva, rol: 'lectura' })
    expect([r.status, r.body.rol, r.body.is_admin]).toEqual([200, 'lectura', false])
    const { id } = await usuario('lola')
    expect((await call('PUT', `/api/usuarios/${id}`, { rol: 'empresa' })).body.rol).toBe('empresa')
    expect((await call('PUT', `/api/usuarios/${id}`, { rol: 'admin' })).status).toBe(403)
    expect((await call('PUT', `/api/usuarios/${id}`, { empresa: 1 })).status).toBe(404)
    expect((await call('POST', `/api/usuarios/${id}/restablecer`)).status).toBe(200)
    expect((await call('DELETE', `/api/usuarios/${id}`)).status).toBe(200)
  })

  test('reaches no administrator of all companies, nor anybody of another company', async () => {
    const jefe = { username: 'jefe', nombre: 'Jefe', password: 'rodillo-rojo-99', empresa: 2, rol: 'admin' }
    expect((await call('POST', '/api/usuarios', jefe, admin)).status).toBe(200)
    const ajeno = await usuario('operario')
    const { id } = await usuario('jefe')
    for (const [who, estado] of [
      [id, 403],
      [ajeno.id, 404],
    ] as const) {
      expect((await call('PUT', `/api/usuarios/${who}`, { activo: false })).status).toBe(estado)
      expect((await call('POST', `/api/usuarios/${who}/restablecer`)).status).toBe(estado)
      expect((await call('DELETE', `/api/usuarios/${who}`)).status).toBe(estado)
    }
    expect((await call('DELETE', `/api/usuarios/${id}`, undefined, admin)).status).toBe(200)
  })

  test('does not shut themselves out', async () => {
    const { id } = await usuario('encargada')
    for (const body of [{ activo: false }, { rol: 'operario' }]) {
      const r = await call('PUT', `/api/usuarios/${id}`, body)
      expect([r.status, r.body.code]).toEqual([409, 'cuenta_propia'])
    }
    expect((await call('DELETE', `/api/usuarios/${id}`)).status).toBe(409)
    expect((await call('PUT', `/api/usuarios/${id}`, { nombre: 'Elena' })).status).toBe(200)
  })

  test('the role and the old flag say the same', async () => {
    const { id } = await usuario('calidad')
    const change = async (body: object) => (await call('PUT', `/api/usuarios/${id}`, body, admin)).body
    expect(await change({ is_admin: true })).toMatchObject({ rol: 'admin', is_admin: true })
    expect(await change({ is_admin: false })).toMatchObject({ rol: 'operario', is_admin: false })
    expect(await change({ rol: 'lectura' })).toMatchObject({ rol: 'lectura', is_admin: false })
    expect(await change({ is_admin: false })).toMatchObject({ rol: 'lectura' })
    expect(await change({ rol: 'lectura', is_admin: true })).toMatchObject({ campo: 'rol' })
    expect(await change({ rol: 'jefe' })).toMatchObject({ campo: 'rol' })
    expect(await change({ rol: 'operario' })).toMatchObject({ rol: 'operario' })
  })

  test('owes a second factor where the installation asks administrators for one', async () => {
    await p.servidor.pool.query('update instalacion set exigir_segundo_factor = true')
    const r = await call('GET', '/api/lectores')
    await p.servidor.pool.query('update instalacion set exigir_segundo_factor = false')
    expect([r.status, r.body.code]).toEqual([403, 'segundo_factor_pendiente'])
  })
})
