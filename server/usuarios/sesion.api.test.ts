import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CLAVE } from '../pruebas/plantilla'
import { type Prueba, startPrueba } from '../pruebas/retorna'

describe.runIf(inject('base').hay)('sesión', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('login answers with user, company and token, and sets an HttpOnly cookie', async () => {
    const r = await p.call('POST', '/api/login', { body: { username: ' Admin ', password: CLAVE } })
    expect(r.status).toBe(200)
    expect(r.body).toEqual({
      user: { username: 'admin', nombre: 'Nombre de admin', foto_perfil: null, is_admin: true },
      empresa: 1,
      token: expect.stringMatching(/^[\w-]{40,}$/),
    })
    expect(r.headers.get('set-cookie')).toMatch(/HttpOnly/i)
    expect(r.headers.get('set-cookie')).toMatch(/SameSite=Lax/i)
    expect(r.headers.get('set-cookie')).not.toMatch(/Secure/i)
    const yo = await p.call('GET', '/api/get_user', { cookie: r.cookie })
    expect(yo.body).toMatchObject({ user: { username: 'admin' }, empresa: 1 })
    expect((await p.call('GET', '/api/is_admin', { cookie: r.cookie })).body).toEqual({ is_admin: true })
  })

  test('a wrong user and a wrong password look alike', async () => {
    const a = await p.call('POST', '/api/login', { body: { username: 'nadie', password: CLAVE } })
    const b = await p.call('POST', '/api/login', {
      body: { username: 'operario', password: 'no es esta clave' },
    })
    expect(a.status).toBe(401)
    expect(a.body).toEqual({ error: 'Usuario o contraseña incorrectos', code: 'credenciales' })
    expect(b.body).toEqual(a.body)
  })

  test('an ended session is none', async () => {
    const cookie = await p.login('operario')
    expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(200)
    expect((await p.call('POST', '/api/logout', { cookie })).body).toEqual({ ok: true })
    const r = await p.call('GET', '/api/validate_token', { cookie })
    expect(r.status).toBe(401)
    expect(r.body).toEqual({ error: 'Inicie sesión para continuar.', code: 'sin_sesion' })
  })

  test('twelve idle hours, seven days in all, and a deactivated user end a session', async () => {
    for (const [sql, deshacer] of [
      ["update sesion set usada = now() - interval '12 hours 1 minute'", ''],
      ["update sesion set creada = now() - interval '7 days 1 minute'", ''],
      ['update usuario set activo = false', 'update usuario set activo = true'],
    ] as const) {
      const cookie = await p.login('calidad')
      await p.servidor.pool.query(sql)
      expect((await p.call('GET', '/api/get_user', { cookie })).status).toBe(401)
      if (deshacer) await p.servidor.pool.query(deshacer)
    }
  })

  test('failed logins are throttled by account and address, and other accounts are not', async () => {
    let r = { status: 0, headers: new Headers() }
    for (let i = 0; i < 11; i++)
      r = await p.call('POST', '/api/login', { body: { username: 'planta6', password: `no ${i}` } })
    expect(r.status).toBe(429)
    expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(0)
    const buena = await p.call('POST', '/api/login', { body: { username: 'planta6', password: CLAVE } })
    expect(buena.status).toBe(429)
    expect(
      (await p.call('POST', '/api/login', { body: { username: 'planta5', password: CLAVE } })).status,
    ).toBe(200)
  })

  test('a call from another site is refused', async () => {
    const body = { username: 'admin', password: CLAVE }
    const r = await p.call('POST', '/api/login', { body, headers: { origin: 'https://otro.example' } })
    expect(r.status).toBe(403)
    expect(r.body.code).toBe('origen_ajeno')
    expect((await p.call('POST', '/api/login', { body, headers: { origin: p.servidor.url } })).status).toBe(
      200,
    )
  })

  test.each([
    [{}, 'username'],
    [{ username: 'admin' }, 'password'],
    [{ username: 'a\u0000b', password: 'x' }, 'username'],
    [{ username: 'a'.repeat(121), password: 'x' }, 'username'],
    [{ username: ['admin'], password: 'x' }, 'username'],
  ])('bad input %j names its field', async (body, campo) => {
    const r = await p.call('POST', '/api/login', { body })
    expect(r.status).toBe(400)
    expect(r.body).toMatchObject({ code: 'entrada_no_valida', campo })
  })

  test('a body that is no JSON, of another type or too large is refused without a stack', async () => {
    const headers = { 'content-type': 'application/json' }
    const malo = await p.call('POST', '/api/login', { body: '{', headers })
    expect([malo.status, malo.body.code]).toEqual([400, 'json_no_valido'])
    const tipo = await p.call('POST', '/api/login', {
      body: 'x',
      headers: { 'content-type': 'application/xml' },
    })
    expect([tipo.status, tipo.body.code]).toEqual([415, 'tipo_no_admitido'])
    const grande = await p.call('POST', '/api/login', { body: `{"a":"${'x'.repeat(2 << 20)}"}`, headers })
    expect([grande.status, grande.body.code]).toEqual([413, 'demasiado_grande'])
    expect(JSON.stringify([malo.body, tipo.body, grande.body])).not.toContain('at ')
  })
})

describe.runIf(inject('base').hay)('cookie behind https', () => {
  test('is Secure', async () => {
    const p = await startPrueba({ PUBLIC_URL: 'https://retorna.example' })
    const r = await p.call('POST', '/api/login', { body: { username: 'admin', password: CLAVE } })
    expect(r.headers.get('set-cookie')).toMatch(/Secure/i)
    await p.stop()
  })
})
