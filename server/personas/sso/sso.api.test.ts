import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CLAVE } from '../../testing/databases/plantilla'
import { createBrowser, type Person, startProvider } from '../../testing/oidc'
import { freePorts } from '../../testing/programs/ports'
import { type Prueba, startPrueba } from '../../testing/retorna'

const GROUPS = 'todo=admin@1; jefes=empresa@2; muelle=operario@1; mira=lectura@1; fantasma=operario@777'

describe.runIf(inject('base').hay)('single sign-on', { tags: ['slow'] }, () => {
  let p: Prueba
  let provider: Awaited<ReturnType<typeof startProvider>>
  let ours: string
  const people = new Map<string, Person>([
    [
      'sub-ane',
      { groups: ['muelle'], name: 'Ane Agirre', preferred_username: 'ane', email: 'ane@acero.example' },
    ],
  ])
  beforeAll(async () => {
    ours = `http://127.0.0.1:${(await freePorts(1))[0]}`
    provider = await startProvider(ours, people)
    p = await startPrueba({ ...provider.settings, PORT: new URL(ours).port, OIDC_GRUPOS: GROUPS })
  })
  afterAll(async () => {
    await p.stop()
    await provider.stop()
  })

  const me = (browser: ReturnType<typeof createBrowser>) =>
    p.call<{ user: { username: string; rol: string; nombre: string }; empresa: number; pendiente?: string }>(
      'GET',
      '/api/validate_token',
      { cookie: browser.cookieOf(ours) },
    )
  /** A complete login. @returns the browser and its last redirect */
  async function enter(who: string | null, volver = '', browser = createBrowser()) {
    const back = await browser.walk(ours, who, volver)
    const { location } = await browser.go(back)
    return { browser, back, location: location?.replace(ours, '') }
  }
  const find = async (name: string) => {
    const cookie = await p.as('admin')
    const { body } = await p.call<{ id: number }[]>('GET', `/api/usuarios?search=${name}`, { cookie })
    return body[0] as { id: number }
  }
  const refused = (why: string) => expect.stringMatching(new RegExp(`^/login\\?sso=${why}(&|$)`))

  test('the first login makes the account that its group allows; the next one finds it by issuer and sub', async () => {
    const { browser, location } = await enter('sub-ane')
    expect(location).toBe('/Control')
    expect((await me(browser)).body).toMatchObject({
      user: { username: 'ane', nombre: 'Ane Agirre', rol: 'operario' },
      empresa: 1,
    })
    people.set('sub-ane', {
      groups: ['muelle'],
      name: 'Ane A.',
      preferred_username: 'ane.nueva',
      email: 'otra@acero.example',
    })
    expect((await me((await enter('sub-ane')).browser)).body.user.username).toBe('ane')
    const { rows } = await p.servidor.pool.query(
      "select count(*)::int as n from usuario where username like 'ane%'",
    )
    expect(rows[0].n).toBe(1)
  })

  test('a name or a mail that somebody has already leads to nobody else: it is another account', async () => {
    people.set('sub-falso', { groups: ['muelle'], preferred_username: 'admin', email: 'ane@acero.example' })
    const { browser } = await enter('sub-falso')
    expect((await me(browser)).body.user).toMatchObject({ username: 'admin-2', rol: 'operario' })
  })

  test('the way to a container survives the login, and nobody is led to another site', async () => {
    expect((await enter('sub-ane', '/PanelDisp?mac=AABBCC000001')).location).toBe(
      '/PanelDisp?mac=AABBCC000001',
    )
    for (const evil of [
      'https://otro.example/',
      '//otro.example/',
      '/\\otro.example',
      'javascript:alert(1)',
      '/api/sso/entrar',
      '/%61pi/sso/entrar',
    ])
      expect((await enter('sub-ane', evil)).location).toBe('/Control')
    for (const broken of ['/\t/otro.example', '/a\r\nlocation: https://otro.example'])
      expect((await p.call('GET', `/api/sso/entrar?volver=${encodeURIComponent(broken)}`)).status).toBe(400)
  })

  test('rights follow the groups at each login, the strongest of several counts, and a change is written down', async () => {
    people.set('sub-jon', { groups: ['mira', 'desconocido'], preferred_username: 'jon' })
    const first = await enter('sub-jon')
    expect((await me(first.browser)).body).toMatchObject({ user: { rol: 'lectura' }, empresa: 1 })
    people.set('sub-jon', { groups: ['mira', 'jefes'], preferred_username: 'jon' })
    expect((await me((await enter('sub-jon')).browser)).body).toMatchObject({
      user: { rol: 'empresa' },
      empresa: 2,
    })
    const audit = await p.call('GET', '/api/auditoria?entidad=usuario&accion=cambiar', {
      cookie: await p.as('admin'),
    })
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        username: 'inicio de sesión único',
        nombre: 'jon',
        despues: { rol: 'empresa', empresa_id: 2 },
      }),
    )
    people.set('sub-jon', { groups: [], preferred_username: 'jon' })
    const { location } = await enter('sub-jon')
    expect(location).toEqual(refused('sin_grupo'))
    // A user who loses the group also loses open sessions.
    expect((await me(first.browser)).status).toBe(401)
  })

  test('who loses their groups is switched off with their keys, and back with a group, but not where a person did it', async () => {
    const admin = await p.as('admin')
    people.set('sub-iker', { groups: ['jefes'], preferred_username: 'iker' })
    const { browser } = await enter('sub-iker')
    const { secreto } = (
      await p.call<{ secreto: string }>('POST', '/api/empresas/2/claves_api', {
        body: { nombre: 'ERP', ambitos: ['inventario:leer'], dias: 9 },
        cookie: browser.cookieOf(ours),
        headers: { origin: ours },
      })
    ).body
    const called = async () =>
      (await p.call('GET', '/api/families', { headers: { authorization: `Bearer ${secreto}` } })).status
    const login = async (groups: string[]) => {
      people.set('sub-iker', { groups, preferred_username: 'iker' })
      return (await enter('sub-iker')).location
    }
    expect(await called()).toBe(200)
    expect(await login([])).toEqual(refused('sin_grupo'))
    expect(await called()).toBe(401)
    expect(await login(['jefes'])).toBe('/Control')
    expect(await called()).toBe(200)
    await login([])
    const { id } = await find('iker')
    const put = (activo: boolean) => p.call('PUT', `/api/usuarios/${id}`, { body: { activo }, cookie: admin })
    expect((await put(true)).status).toBe(200)
    expect((await put(false)).status).toBe(200)
    expect(await login(['jefes'])).toEqual(refused('desactivada'))
  })

  test('two tabs of a browser that log in at once both come in', async () => {
    const browser = createBrowser()
    const first = await browser.walk(ours, 'sub-ane', '/poc-status')
    const second = await browser.walk(ours, 'sub-ane', '/incidencias')
    expect((await browser.go(first)).location).toBe(`${ours}/poc-status`)
    expect((await browser.go(second)).location).toBe(`${ours}/incidencias`)
  })

  test('people of one name who come for the first time at once get an account each', async () => {
    const subs = Array.from({ length: 6 }, (_, i) => `sub-gemelo-${i}`)
    for (const sub of subs) people.set(sub, { groups: ['muelle'], preferred_username: 'gemelo' })
    const browsers = await Promise.all(
      subs.map(async (sub) => {
        const browser = createBrowser()
        return { browser, back: await browser.walk(ours, sub) }
      }),
    )
    const led = await Promise.all(browsers.map(({ browser, back }) => browser.go(back)))
    expect(led.map((r) => r.status)).toEqual(subs.map(() => 302))
    expect(new Set(led.map((r) => r.location))).toEqual(new Set([`${ours}/Control`]))
  })

  test('who has no group, whose company is not there, or whose account was switched off does not come in', async () => {
    people.set('sub-nadie', { groups: ['otros'] })
    expect((await enter('sub-nadie', '/poc-status')).location).toBe(
      '/login?sso=sin_grupo&volver=%2Fpoc-status',
    )
    people.set('sub-sinempresa', { groups: ['fantasma'] })
    expect((await enter('sub-sinempresa')).location).toEqual(refused('empresa'))
    const { rows } = await p.servidor.pool.query(
      "select 1 from identidad where sub in ('sub-nadie', 'sub-sinempresa')",
    )
    expect(rows).toEqual([])
    await p.servidor.pool.query("update usuario set activo = false where username = 'ane'")
    expect((await enter('sub-ane')).location).toEqual(refused('desactivada'))
    await p.servidor.pool.query("update usuario set activo = true where username = 'ane'")
    expect((await enter(null)).location).toEqual(refused('cancelado'))
  })

  test('a wrong state, an answer for another browser, and a code used twice lead to nobody', async () => {
    const browser = createBrowser()
    const back = await browser.walk(ours, 'sub-ane')
    const wrong = new URL(back)
    wrong.searchParams.set('state', 'otro')
    expect((await createBrowser().go(back)).location).toContain('sso=caducado')
    expect((await browser.go(wrong.href)).location).toContain('sso=caducado')
    const { state } = Object.fromEntries(new URL(back).searchParams)
    expect((await browser.go(`${ours}/api/sso/vuelta?state=${state}&code=otro`)).location).toContain(
      'sso=no_valido',
    )
    // The attempt was used up.
    expect((await browser.go(back)).location).toContain('sso=caducado')

    const good = await enter('sub-ane')
    expect(good.location).toBe('/Control')
    const other = createBrowser()
    const fresh = new URL(await other.walk(ours, 'sub-ane'))
    fresh.searchParams.set('code', new URL(good.back).searchParams.get('code') ?? '')
    expect((await other.go(fresh.href)).location).toContain('sso=no_valido')
    expect((await me(other)).status).toBe(401)

    const mixed = createBrowser()
    const issuer = new URL(await mixed.walk(ours, 'sub-ane'))
    issuer.searchParams.set('iss', 'https://otro.example')
    expect((await mixed.go(issuer.href)).location).toContain('sso=no_valido')
  })

  test.each([
    ['nonce', { nonce: 'otro' }],
    ['issuer', { iss: 'https://otro.example' }],
    ['audience', { aud: 'otro-programa' }],
    ['time', { iat: 1_700_000_000, exp: 1_700_003_600 }],
  ])('an identity with a wrong %s is refused, though the provider signed it', async (_, claims) => {
    provider.setForge((c) => ({ ...c, ...claims }))
    const { browser, location } = await enter('sub-ane')
    provider.setForge(null)
    expect(location).toEqual(refused('no_valido'))
    expect((await me(browser)).status).toBe(401)
  })

  test('while the provider is away its button says so, and local accounts come in', async () => {
    const browser = createBrowser()
    const back = await browser.walk(ours, 'sub-ane')
    await provider.goAway()
    expect((await browser.go(back)).location).toContain('sso=proveedor')
    const api = await p.startApi()
    const { headers } = await fetch(`${api.servidor.url}/api/sso/entrar?volver=/incidencias`, {
      redirect: 'manual',
    })
    expect(headers.get('location')).toBe('/login?sso=proveedor&volver=%2Fincidencias')
    expect(
      (await p.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })).status,
    ).toBe(200)
    provider.comeBack()
    expect(
      (await fetch(`${api.servidor.url}/api/sso/entrar`, { redirect: 'manual' })).headers.get('location'),
    ).toContain(provider.issuer)
  })

  test('logging out ends the session here, and says where the one at the provider ends', async () => {
    const { browser } = await enter('sub-ane')
    const cookie = browser.cookieOf(ours)
    const { body } = await p.call<{ salida?: string }>('POST', '/api/logout', { cookie })
    const salida = new URL(body.salida ?? '')
    expect(salida.origin).toBe(provider.issuer)
    expect(salida.searchParams.get('post_logout_redirect_uri')).toBe(`${ours}/login`)
    expect(salida.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await p.call('GET', '/api/validate_token', { cookie })).status).toBe(401)
    const local = await p.call('POST', '/api/logout', { cookie: await p.login('operario') })
    expect(local.body).toEqual({ ok: true })
  })

  test('such an account has no password here, and no second factor is asked of it', async () => {
    const admin = await p.as('admin')
    people.set('sub-jefa', { groups: ['todo'], preferred_username: 'jefa' })
    const { browser } = await enter('sub-jefa')
    const { id, ...account } = await find('jefa')
    expect(account).toMatchObject({ username: 'jefa', sso: true })
    const reset = await p.call('POST', `/api/usuarios/${id}/restablecer`, { cookie: admin })
    expect([reset.status, reset.body.code]).toEqual([409, 'cuenta_sso'])
    const rol = await p.call('PUT', `/api/usuarios/${id}`, { body: { rol: 'lectura' }, cookie: admin })
    expect([rol.status, rol.body.code]).toEqual([409, 'cuenta_sso'])
    expect(
      (await p.call('PUT', `/api/usuarios/${id}`, { body: { nombre: 'Jefa' }, cookie: admin })).status,
    ).toBe(200)
    await p.servidor.pool.query('update instalacion set exigir_segundo_factor = true')
    expect((await me(browser)).body.pendiente).toBeUndefined()
    await p.servidor.pool.query('update instalacion set exigir_segundo_factor = false')
  })

  test('a company can demand it of its people, but not of the last local administrator', async () => {
    const cookie = await p.as('admin')
    const demand = async (id: number, exigir_sso: boolean) => {
      const { rows } = await p.servidor.pool.query('select nombre from empresa where id = $1', [id])
      const body = { nombre: rows[0].nombre, exigir_sso }
      expect((await p.call('PUT', `/api/empresas/${id}`, { body, cookie })).body).toMatchObject({
        exigir_sso,
      })
    }
    const login = (username: string, password = CLAVE) =>
      p.call('POST', '/api/login', { body: { username, password } })
    await demand(2, true)
    const r = await login('calidad')
    expect([r.status, r.body.code]).toEqual([403, 'solo_sso'])
    expect(r.body.error).toContain('Acero ID')
    expect((await login('calidad', 'otra-cosa-77')).body.code).toBe('credenciales')
    expect((await login('operario')).status).toBe(200)
    await demand(1, true)
    expect((await login('operario')).body.code).toBe('solo_sso')
    expect((await login('admin')).status).toBe(200)
    await demand(1, false)
    await demand(2, false)
  })

  test('when a company begins to demand it, the sessions of its local accounts end, but not that of who asks', async () => {
    const cookie = await p.as('admin')
    const local = await p.login('calidad')
    people.set('sub-jefe', { groups: ['jefes'], preferred_username: 'jefe' })
    const { browser } = await enter('sub-jefe')
    const demand = (id: number, exigir_sso: boolean) =>
      p.call('PUT', `/api/empresas/${id}`, { body: { nombre: `Empresa ${id}`, exigir_sso }, cookie })
    const alive = async (c: string) => (await p.call('GET', '/api/validate_token', { cookie: c })).status
    await demand(2, true)
    expect([await alive(local), await alive(browser.cookieOf(ours))]).toEqual([401, 200])
    await demand(1, true)
    expect(await alive(cookie)).toBe(200)
    await demand(1, false)
    await demand(2, false)
  })

  test('the last local administrator stays, whoever else administers by the provider, and opens the administration', async () => {
    const { pool } = p.servidor
    people.set('sub-jefa', { groups: ['todo'], preferred_username: 'jefa' })
    const { browser } = await enter('sub-jefa')
    const locals =
      await pool.query(`update usuario u set activo = false where rol = 'admin' and username <> 'admin'
      and not exists (select from identidad where usuario_id = u.id) returning id`)
    const { rows } = await pool.query("select id from usuario where username = 'admin'")
    const mine = { cookie: browser.cookieOf(ours), headers: { origin: ours } }
    for (const [method, body] of [
      ['PUT', { rol: 'operario' }],
      ['PUT', { activo: false }],
      ['DELETE', undefined],
    ] as const) {
      const r = await p.call(method, `/api/usuarios/${rows[0].id}`, { body, ...mine })
      expect([r.status, r.body.code]).toEqual([409, 'ultimo_administrador'])
    }
    await pool.query('update usuario set activo = true where id = any($1)', [locals.rows.map((r) => r.id)])

    // An older administrator in a company without access to the administration does not count.
    await pool.query("insert into empresa (id, nombre, modo) values (90, 'Solo altas', 'panel')")
    await pool.query(`insert into usuario (username, username_clave, nombre, clave_hash, empresa_id, rol)
      select 'altas', 'altas', 'Altas', clave_hash, 90, 'admin' from usuario where username = 'admin'`)
    await pool.query(
      "update empresa set exigir_sso = true where id in (select empresa_id from usuario where rol = 'admin' and username <> 'altas')",
    )
    const r = await p.call('POST', '/api/login', { body: { username: 'admin', password: CLAVE } })
    await pool.query('update empresa set exigir_sso = false')
    await pool.query("delete from usuario where username = 'altas'")
    expect(r.status).toBe(200)
  })

  test('what the login page knows of it', async () => {
    expect((await p.call('GET', '/api/ajustes')).body.sso).toBe('Acero ID')
  })
})
