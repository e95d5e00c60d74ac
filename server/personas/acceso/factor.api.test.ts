import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Anotacion } from '#contract/personas/auditoria/auditoria'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { pasoOf } from './codigos'

type Body = { code: string; error: string; campo?: string; secreto: string; uri: string; codigos: string[] }

describe.runIf(inject('base').hay)('the second factor', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  const post = (ruta: string, body: object, cookie: string) =>
    p.call<Body>('POST', `/api/segundo_factor${ruta}`, { body, cookie })
  const enter = (username: string, codigo?: string, password = CLAVE) =>
    p.call<Body & { pendiente?: string }>('POST', '/api/login', { body: { username, password, codigo } })
  /** A code for now, or for some time steps later. */
  const codeOf = (secreto: string, pasos = 0) =>
    new TOTP({ secret: secreto }).generate({ timestamp: Date.now() + pasos * 30_000 })
  /** Lets a time step be used again, as if time had passed. */
  const forget = () => p.servidor.pool.query('update usuario set totp_paso = null')

  async function turnOn(username: string) {
    const cookie = await p.login(username)
    const { secreto } = (await post('/preparar', { password: CLAVE }, cookie)).body
    const { codigos } = (await post('/activar', { codigo: codeOf(secreto) }, cookie)).body
    await forget()
    return { cookie, secreto, codigos }
  }

  test('is set up with the password and a code; only hashes of the recovery codes are kept', async () => {
    const cookie = await p.login('operario')
    const sin = await post('/activar', { codigo: '123456' }, cookie)
    expect([sin.status, sin.body.code]).toEqual([409, 'segundo_factor_sin_preparar'])
    const mala = await post('/preparar', { password: 'no es esta' }, cookie)
    expect([mala.status, mala.body.campo]).toEqual([400, 'password'])
    const { secreto, uri } = (await post('/preparar', { password: CLAVE }, cookie)).body
    expect(uri).toBe(
      `otpauth://totp/Retorna:operario?issuer=Retorna&secret=${secreto}&algorithm=SHA1&digits=6&period=30`,
    )
    // A factor that is only prepared is not asked for.
    expect((await enter('operario')).status).toBe(200)
    const falla = await post('/activar', { codigo: codeOf(secreto, 5) }, cookie)
    expect([falla.status, falla.body.campo]).toEqual([400, 'codigo'])
    const { codigos } = (await post('/activar', { codigo: codeOf(secreto) }, cookie)).body
    expect(new Set(codigos).size).toBe(10)
    expect((await post('/activar', { codigo: codeOf(secreto) }, cookie)).body.code).toBe(
      'segundo_factor_activo',
    )
    expect((await post('/preparar', { password: CLAVE }, cookie)).body.code).toBe('segundo_factor_activo')
    expect((await p.call('GET', '/api/segundo_factor', { cookie })).body).toEqual({
      activo: true,
      codigos: 10,
      pendiente: false,
    })
    const { rows } = await p.servidor.pool.query(
      "select to_jsonb(u)::text as t from usuario u where username = 'operario'",
    )
    for (const c of codigos) expect(rows[0].t).not.toContain(c)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=usuario&search=operario', {
        cookie: await p.as('admin'),
      })
    ).body
    expect(data[0]).toMatchObject({ despues: { segundo_factor: true } })
    expect(JSON.stringify(data)).not.toContain(secreto)
    expect(JSON.stringify(data)).not.toContain('totp')
  })

  test('login asks for it only when the password is right; a code and a recovery code are good once', async () => {
    const { secreto, codigos } = await turnOn('calidad')
    const falta = await enter('calidad')
    expect([falta.status, falta.body]).toEqual([
      401,
      { error: 'Introduce el código de verificación.', code: 'segundo_factor' },
    ])
    expect((await enter('calidad', codeOf(secreto), 'no es esta')).body.code).toBe('credenciales')
    expect((await enter('calidad', codeOf(secreto, 9))).body.code).toBe('segundo_factor_incorrecto')
    const codigo = codeOf(secreto)
    const buena = await enter('calidad', ` ${codigo.slice(0, 3)} ${codigo.slice(3)} `)
    expect(buena.status).toBe(200)
    expect((await enter('calidad', codigo)).body.code).toBe('segundo_factor_incorrecto')
    // An unused code of an earlier time step is refused too.
    expect((await enter('calidad', codeOf(secreto, -1))).status).toBe(401)
    const recuperacion = codigos[3] as string
    expect((await enter('calidad', recuperacion.toLowerCase().replaceAll('-', ''))).status).toBe(200)
    expect((await enter('calidad', recuperacion)).status).toBe(401)
    expect((await p.call('GET', '/api/segundo_factor', { cookie: buena.cookie })).body).toMatchObject({
      codigos: 9,
    })
  })

  test('many at once with one code: one gets in', async () => {
    const { secreto } = await turnOn('planta4')
    const codigo = codeOf(secreto)
    const r = await Promise.all(Array.from({ length: 4 }, () => enter('planta4', codigo)))
    expect(r.map((x) => x.status).sort()).toEqual([200, 401, 401, 401])
  })

  test('guessing codes is throttled, whatever the right password does in between', async () => {
    const { secreto } = await turnOn('planta5')
    for (let i = 0; i < 5; i++) {
      expect((await enter('planta5', '000000')).status).toBe(401)
      expect((await enter('planta5')).body.code).toBe('segundo_factor')
    }
    expect((await enter('planta5', codeOf(secreto))).status).toBe(429)
  })

  test('is turned off with password and code, or by an admin, which ends the sessions', async () => {
    const { cookie, secreto, codigos } = await turnOn('planta6')
    const off = (body: object) => post('/quitar', body, cookie)
    expect((await off({ password: 'no', codigo: codeOf(secreto) })).body.campo).toBe('password')
    expect((await off({ password: CLAVE, codigo: '111111' })).body.campo).toBe('codigo')
    expect((await off({ password: CLAVE, codigo: codigos[0] })).status).toBe(200)
    expect((await off({ password: CLAVE, codigo: codeOf(secreto) })).body.code).toBe(
      'segundo_factor_inactivo',
    )
    expect((await enter('planta6')).status).toBe(200)
    await turnOn('planta6')
    const { rows } = await p.servidor.pool.query("select id from usuario where username = 'planta6'")
    const admin = await p.as('admin')
    const remove = (body: object) =>
      p.call<Body>('PUT', `/api/usuarios/${rows[0].id}`, { body, cookie: admin })
    expect((await remove({ segundo_factor: true })).status).toBe(400)
    expect((await remove({ segundo_factor: false })).status).toBe(200)
    expect((await p.call('GET', '/api/get_user', { cookie })).status).toBe(401)
    expect((await enter('planta6')).status).toBe(200)
  })

  test('the installation asks admins for it: by an admin who has one, and then at once', async () => {
    const admin = await p.login('admin')
    const put = (required: boolean, cookie: string) =>
      p.call<Body>('PUT', '/api/seguridad', { body: { exigir_segundo_factor: required }, cookie })
    expect((await put(true, admin)).body.code).toBe('segundo_factor_propio')
    const { cookie } = await turnOn('admin')
    await p.servidor.pool.query(
      `insert into usuario (username, username_clave, nombre, clave_hash, empresa_id, rol)
       select 'segunda', 'segunda', 'Segunda', clave_hash, 1, 'admin' from usuario where username = 'admin'`,
    )
    const segunda = await p.login('segunda')
    expect((await put(true, cookie)).body).toEqual({ exigir_segundo_factor: true })
    expect((await p.call('GET', '/api/seguridad', { cookie })).body).toEqual({ exigir_segundo_factor: true })
    const r = await p.call<Body>('GET', '/api/devices', { cookie: segunda })
    expect([r.status, r.body.code]).toEqual([403, 'segundo_factor_pendiente'])
    expect((await p.call('GET', '/api/validate_token', { cookie: segunda })).body).toMatchObject({
      pendiente: 'segundo_factor',
    })
    expect((await enter('segunda')).body.pendiente).toBe('segundo_factor')
    await turnOn('segunda')
    expect((await p.call('GET', '/api/devices', { cookie: segunda })).status).toBe(200)
    expect((await put(false, cookie)).status).toBe(200)
    const { data } = (
      await p.call<{ data: Anotacion[] }>('GET', '/api/auditoria?entidad=instalacion', { cookie })
    ).body
    expect(data.map((a) => a.despues)).toEqual([
      { exigir_segundo_factor: false },
      { exigir_segundo_factor: true },
    ])
  })

  test('a code is of the step before, of now, or of the next, and of nothing else', () => {
    const secreto = 'JBSWY3DPEHPK3PXP'
    const now = 1_800_000_000_000
    const de = (pasos: number) => new TOTP({ secret: secreto }).generate({ timestamp: now + pasos * 30_000 })
    const paso = Math.floor(now / 30_000)
    expect([-2, -1, 0, 1, 2].map((n) => pasoOf(secreto, de(n), now))).toEqual([
      null,
      paso - 1,
      paso,
      paso + 1,
      null,
    ])
    for (const malo of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
      expect(pasoOf(secreto, malo, now)).toBeNull()
  })
})
