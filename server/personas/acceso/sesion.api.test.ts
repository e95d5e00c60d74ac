import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('sesión', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  // cubre: transiciones 11, llamadas 1 6 28
  test('login answers with user, company and token, and sets an HttpOnly cookie', async () => {
    const r = await p.call('POST', '/api/login', { body: { username: ' Admin ', password: CLAVE } })
    expect(r.status).toBe(200)
    expect(r.body).toEqual({
      user: {
        id: expect.any(Number),
        username: 'admin',
        nombre: 'Nombre de admin',
        foto_perfil: null,
        is_admin: true,
        rol: 'admin',
      },
      empresa: 1,
      modo: 'completo',
      inicio: 'mapa',
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

  // cubre: transiciones 10, llamadas 7-8
  test('an ended session is none', async () => {
    const cookie = await p.login('operario')
    expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(200)
    expect((await p.call('POST', '/api/logout', { cookie })).body).toEqual({ ok: true })
    const r = await p.call('GET', '/api/validate_token', { cookie })
    expect(r.status).toBe(401)
    expect(r.body).toEqual({ error: 'Inicie sesión para continuar.', code: 'sin_sesion' })
  })

  test('twelve idle hours, seven days in all, and a deactivated user end a session', async () => {
    for (const [sql, undo] of [
      ["update sesion set usada = now() - interval '12 hours 1 minute'", ''],
      ["update sesion set creada = now() - interval '7 days 1 minute'", ''],
      ['update usuario set activo = false', 'update usuario set activo = true'],
    ] as const) {
      const cookie = await p.login('calidad')
      await p.servidor.pool.query(sql)
      expect((await p.call('GET', '/api/get_user', { cookie })).status).toBe(401)
      if (undo) await p.servidor.pool.query(undo)
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

  test('many wrong passwords at once are throttled like one after another', async () => {
    const intentos = Array.from({ length: 40 }, (_, i) =>
      p.call('POST', '/api/login', { body: { username: 'planta4', password: `no ${i}` } }),
    )
    const estados = (await Promise.all(intentos)).map((r) => r.status)
    expect(estados.filter((s) => s === 401)).toHaveLength(10)
    expect(estados.filter((s) => s === 429)).toHaveLength(30)
  })

  test('spelling a name otherwise is no way around the throttle', async () => {
    for (const username of ['CALIDAD', ' calidad', 'ｃａｌｉｄａｄ', 'Calidad ', 'caLidad'])
      for (const password of ['a', 'b'])
        await p.call('POST', '/api/login', {
          body: { username, password },
          headers: { 'x-forwarded-for': `10.0.0.${password.charCodeAt(0)}` },
        })
    const r = await p.call('POST', '/api/login', { body: { username: 'calidad', password: CLAVE } })
    expect(r.status).toBe(429)
  })

  test.each(['/%61pi/login', '/api/login/', '//api/login', '/api/%6cogin'])(
    'another site is refused however it writes the address: %s',
    async (ruta) => {
      const body = { username: 'admin', password: CLAVE }
      const r = await p.call('POST', ruta, { body, headers: { origin: 'https://otro.example' } })
      expect([403, 404]).toContain(r.status)
    },
  )

  test('a page of nowhere is another site', async () => {
    const body = { username: 'admin', password: CLAVE }
    const r = await p.call('POST', '/api/login', { body, headers: { origin: 'null' } })
    expect([r.status, r.body.code]).toEqual([403, 'origen_ajeno'])
  })

  // cubre: barra 13
  test('a session follows its user at once: another company, no longer admin', async () => {
    const cookie = await p.login('admin')
    const { pool } = p.servidor
    expect((await p.call('GET', '/api/cuarentena', { cookie })).status).toBe(200)
    await pool.query("update usuario set rol = 'operario' where username = 'admin'")
    expect((await p.call('GET', '/api/cuarentena', { cookie })).status).toBe(403)
    await pool.query("update usuario set empresa_id = 5 where username = 'admin'")
    expect((await p.call('GET', '/api/devices', { cookie })).status).toBe(403)
    await pool.query("update usuario set rol = 'admin', empresa_id = 1 where username = 'admin'")
    expect((await p.call('GET', '/api/devices', { cookie })).status).toBe(200)
  })

  test('login opens a session of its own making, and ends the one it came with', async () => {
    const fijada = `retorna_sesion=${'A'.repeat(43)}`
    const body = { username: 'operario', password: CLAVE }
    const uno = await p.call('POST', '/api/login', { body, cookie: fijada })
    expect(uno.cookie).not.toBe(fijada)
    const dos = await p.call('POST', '/api/login', { body, cookie: uno.cookie })
    expect((await p.call('GET', '/api/get_user', { cookie: uno.cookie })).status).toBe(401)
    expect((await p.call('GET', '/api/get_user', { cookie: dos.cookie })).status).toBe(200)
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

  test('where people come by https, a page without it is told where to go', async () => {
    const seguro = await startPrueba({ PUBLIC_URL: 'https://retorna.example' })
    const login = (origin: string, host: string) =>
      seguro.servidor.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { origin, host },
        payload: { username: 'admin', password: CLAVE },
      })
    const r = await login('http://retorna.planta:3000', 'retorna.planta:3000')
    expect([r.statusCode, r.json().code]).toEqual([403, 'sin_https'])
    expect(r.json().error).toContain('Abre Retorna en https://retorna.example')
    expect((await login('https://retorna.example', '127.0.0.1:3000')).statusCode).toBe(200)
    expect((await login('http://localhost:3000', 'localhost:3000')).statusCode).toBe(200)
    await seguro.stop()
  })

  test('a call without a body may say that it is JSON', async () => {
    const cookie = await p.login('operario')
    const r = await p.call('POST', '/api/logout', { cookie, headers: { 'content-type': 'application/json' } })
    expect([r.status, r.body]).toEqual([200, { ok: true }])
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
    const large = await p.call('POST', '/api/login', { body: `{"a":"${'x'.repeat(2 << 20)}"}`, headers })
    expect([large.status, large.body.code]).toEqual([413, 'demasiado_grande'])
    expect(JSON.stringify([malo.body, tipo.body, large.body])).not.toContain('at ')
  })
})

describe.runIf(inject('base').hay)('behind a proxy with https', () => {
  let p: Prueba
  const body = { username: 'admin', password: CLAVE }
  beforeAll(async () => {
    p = await startPrueba({
      PUBLIC_URL: 'https://retorna.example',
      TRUST_PROXY: '1',
      METRICS_TOKEN: 'medidas-de-la-planta',
    })
  })
  afterAll(() => p.stop())

  test('the cookie is Secure', async () => {
    const r = await p.call('POST', '/api/login', { body })
    expect(r.headers.get('set-cookie')).toMatch(/Secure/i)
  })

  test('the public address is its own site, the same without encryption is not', async () => {
    for (const [origin, status] of [
      ['https://retorna.example', 200],
      ['http://retorna.example', 403],
      ['https://retorna.example.otro.example', 403],
      ['https://retorna.example:8443', 403],
    ] as const)
      expect((await p.call('POST', '/api/login', { body, headers: { origin } })).status).toBe(status)
  })

  test('only what the proxy itself adds counts as the address, and a bad one breaks nothing', async () => {
    const attempt = (xff: string, password: string) =>
      p.call('POST', '/api/login', {
        body: { username: 'operario', password },
        headers: { 'x-forwarded-for': xff },
      })
    for (let i = 0; i < 10; i++) await attempt(`10.9.9.${i}, 192.0.2.7`, 'no')
    expect((await attempt('10.9.9.99, 192.0.2.7', CLAVE)).status).toBe(429)
    expect((await attempt('192.0.2.8', CLAVE)).status).toBe(200)
    expect((await attempt('no es una dirección'.normalize('NFD').replace(/[^ -~]/g, ''), CLAVE)).status).toBe(
      200,
    )
    expect((await attempt('fe80::1%eth0', CLAVE)).status).toBe(200)
  })

  test('metrics ask for their token', async () => {
    const ask = (authorization: string) => p.call('GET', '/metrics', { headers: { authorization } })
    expect((await ask('')).status).toBe(403)
    expect((await ask('Bearer otra')).status).toBe(403)
    expect((await ask('Bearer medidas-de-la-planta')).status).toBe(200)
  })
})

describe.runIf(inject('base').hay)('without a metrics token', () => {
  test('metrics are for this machine, and not for what a proxy on it passes on', async () => {
    const p = await startPrueba()
    expect((await p.call('GET', '/metrics')).status).toBe(200)
    const pasada = await p.call('GET', '/metrics', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(pasada.status).toBe(403)
    await p.stop()
  })
})
