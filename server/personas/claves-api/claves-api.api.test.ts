import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { RUTA_LIVE } from '#contract/oir/vivo/live'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import { AMBITOS, type Ambito, allows } from '#contract/personas/claves-api/values'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { ENDPOINTS } from '../../testing/scenarios/endpoints'

describe.runIf(inject('base').hay)('API keys', () => {
  let p: Prueba
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const withKey = (key: string, method: string, path: string, body?: unknown) =>
    p.call<Record<string, unknown> & { data?: { Dispositivo: string }[] }>(method, path, {
      body,
      headers: bearer(key),
    })
  async function create(
    ambitos: Ambito[],
    { who = 'admin', empresa = 1, ...more }: { who?: string; empresa?: number; [k: string]: unknown } = {},
  ) {
    const r = await p.call<{ clave: ClaveApi; secreto: string; error?: string }>(
      'POST',
      `/api/empresas/${empresa}/claves_api`,
      { body: { nombre: 'ERP', ambitos, dias: 30, ...more }, cookie: await p.as(who) },
    )
    return { ...r.body, status: r.status }
  }
  const list = async (who: string, query = '') =>
    (await p.call<{ data: ClaveApi[] }>('GET', `/api/claves_api${query}`, { cookie: await p.as(who) })).body
      .data

  beforeAll(async () => {
    p = await startPrueba()
    await p.register('AABBCC000011', 'SmartBle', '20014-011')
    await p.register('AABBCC000012', 'SmartBle', '20014-012', { empresa: 2 })
  })
  afterAll(() => p.stop())

  test('a key is shown once, and only its hash is kept', async () => {
    const { clave, secreto } = await create(['inventario:leer'])
    expect(secreto).toMatch(/^ret_[A-Za-z0-9]{40}$/)
    expect(clave).toMatchObject({
      nombre: 'ERP',
      prefijo: secreto.slice(0, 12),
      titular: 'admin',
      por_minuto: 600,
      usada: null,
    })
    const { rows } = await p.servidor.pool.query('select to_jsonb(k)::text as todo from clave_api k')
    expect(JSON.stringify([rows, await list('admin')])).not.toContain(secreto.slice(12))
    const audit = await p.call('GET', '/api/auditoria?entidad=clave_api', { cookie: await p.as('admin') })
    expect(JSON.stringify(audit.body)).not.toContain('hash')
    expect(audit.body.data).toMatchObject([{ accion: 'crear', nombre: 'ERP', username: 'admin' }])
  })

  test('reads the containers of its company and no others, also when an administrator of all owns it', async () => {
    const { secreto } = await create(['inventario:leer'], { empresa: 2 })
    const r = await withKey(secreto, 'GET', '/api/device_poc_status')
    expect(r.status).toBe(200)
    expect(r.body.data?.map((d) => d.Dispositivo)).toContain('AABBCC000012')
    expect(r.body.data?.map((d) => d.Dispositivo)).not.toContain('AABBCC000011')
    expect((await withKey(secreto, 'GET', '/api/device_poc_status?empresa=1')).status).toBe(404)
    expect((await withKey(secreto, 'GET', '/api/device_details?mac=AABBCC000011')).status).toBe(404)
    const k = (await list('admin', '?empresa=2'))[0]
    expect(k?.usada).not.toBeNull()
    expect(k?.direccion).toMatch(/127\.0\.0\.1|::1/)
  })

  test('every call with every permission: a key makes those that its permission names, and no other', {
    tags: ['slow'],
    timeout: 180_000,
  }, async () => {
    const keys: [Ambito, string][] = []
    for (const a of AMBITOS) keys.push([a, (await create([a], { por_minuto: 6000 })).secreto])
    const wrong: string[] = []
    let allowed = 0
    for (const e of ENDPOINTS) {
      const path = e.path.replace(/\{empresa\}|\{id\}/g, '999999').replace(/\{\w+\}/g, 'nada')
      const ambito = e.key
      const open = await p.call(e.method, path)
      // Only public routes answer without a key.
      const isPublic = open.status !== 401 || open.body.code !== 'sin_sesion'
      const answers = await Promise.all(keys.map(([, key]) => withKey(key, e.method, path)))
      for (const [i, [a, key]] of keys.entries()) {
        let r = answers[i] as (typeof answers)[number]
        if (r.status === 429) {
          // Some routes are throttled per minute and address for all callers.
          await p.servidor.pool.query('delete from freno')
          r = await withKey(key, e.method, path)
        }
        const { status, body } = r
        const says = `${e.method} ${e.path} with ${a}: ${status} ${body?.code}`
        if (isPublic) {
          if (status !== open.status) wrong.push(says)
        } else if (ambito === null) {
          if (status !== 403 || body.code !== 'clave_no_admitida') wrong.push(says)
        } else if (!allows([a], ambito)) {
          if (status !== 403 || body.code !== 'falta_permiso') wrong.push(says)
        } else {
          allowed++
          if (status === 401 || status === 403 || status >= 500) wrong.push(says)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(ENDPOINTS.length).toBeGreaterThan(150)
    expect(allowed).toBeGreaterThan(100)
  })

  test('every permission lets a key make some call, and a call that changes something asks for more than reading', () => {
    for (const a of AMBITOS)
      expect(
        ENDPOINTS.some((e) => e.key === a),
        a,
      ).toBe(true)
    const READS = ['/api/adhesivos', '/api/empresas/{id}/ajustes/ensayo', '/api/empresas/{id}/epcis/ensayo']
    expect(
      ENDPOINTS.filter((e) => e.method !== 'GET' && e.key?.endsWith(':leer'))
        .map((e) => e.path)
        .toSorted(),
    ).toEqual(READS)
  })

  test('no key manages keys, people or credentials, nor reads what is of one person', async () => {
    const { secreto } = await create([...AMBITOS])
    for (const [method, path] of [
      ['GET', '/api/claves_api'],
      ['POST', '/api/empresas/1/claves_api'],
      ['GET', '/api/usuarios'],
      ['POST', '/api/lectores/AABBCCDDEEFF/credencial'],
      ['GET', '/api/webhooks'],
      ['GET', '/api/get_user'],
      ['POST', '/api/change_password'],
      ['GET', '/api/vistas?pantalla=inventario'],
    ] as const)
      expect([path, (await withKey(secreto, method, path)).body.code]).toEqual([path, 'clave_no_admitida'])
    expect((await p.call('GET', RUTA_LIVE, { headers: bearer(secreto) })).status).toBe(401)
  })

  test("the browser's rules do not count for a key, nor does a cookie beside it", async () => {
    const { secreto } = await create(['inventario:escribir'], { empresa: 2 })
    const body = { mac_serie: 'AABBCC000012', apodo: '20014-013' }
    const r = await p.call('POST', '/api/change_device_apodo', {
      body,
      cookie: await p.as('admin'),
      headers: { ...bearer(secreto), origin: 'https://otro.example' },
    })
    expect(r.status).toBe(200)
    const ajeno = await p.call('POST', '/api/change_device_apodo', {
      body: { mac_serie: 'AABBCC000011', apodo: '20014-014' },
      cookie: await p.as('admin'),
      headers: bearer(secreto),
    })
    expect(ajeno.status).toBe(404)
    const audit = await p.call('GET', '/api/auditoria?entidad=dispositivo&empresa=2&accion=cambiar', {
      cookie: await p.as('admin'),
    })
    expect(audit.body.data).toMatchObject([{ username: 'admin · ERP', despues: { apodo: '20014-013' } }])
  })

  test('a revoked key is good in no process; so is one that has expired, or whose owner is gone', async () => {
    const other = await p.startApi()
    const there = (key: string) => other.call('GET', '/api/families', { headers: bearer(key) })
    const { secreto, clave } = await create(['inventario:leer'])
    expect((await there(secreto)).status).toBe(200)
    const removed = await p.call('DELETE', `/api/claves_api/${clave.id}`, { cookie: await p.as('admin') })
    expect(removed.status).toBe(200)
    const r = await there(secreto)
    expect([r.status, r.body.code]).toEqual([401, 'clave_no_valida'])
    expect(r.headers.get('www-authenticate')).toContain('invalid_token')

    const { pool } = p.servidor
    const old = await create(['inventario:leer'])
    await pool.query(`update clave_api set caduca = now() - interval '1 second' where id = $1`, [
      old.clave.id,
    ])
    expect((await there(old.secreto)).status).toBe(401)

    const hers = await create(['inventario:leer', 'auditoria:leer'], { who: 'encargada', empresa: 2 })
    expect(hers.status).toBe(200)
    const audit = () => other.call('GET', '/api/auditoria', { headers: bearer(hers.secreto) })
    expect((await audit()).status).toBe(200)
    await pool.query("update usuario set rol = 'operario' where username = 'encargada'")
    expect((await audit()).body.code).toBe('solo_administradores')
    expect((await there(hers.secreto)).status).toBe(200)
    await pool.query("update usuario set empresa_id = 1 where username = 'encargada'")
    expect((await there(hers.secreto)).status).toBe(401)
    await pool.query(
      "update usuario set empresa_id = 2, rol = 'empresa', activo = false where username = 'encargada'",
    )
    expect((await there(hers.secreto)).status).toBe(401)
    await pool.query("update usuario set activo = true where username = 'encargada'")
    expect((await there(hers.secreto)).status).toBe(200)
  })

  test('calls are counted by key, and the headers say what is left', async () => {
    const { secreto } = await create(['inventario:leer'], { por_minuto: 10 })
    const first = await withKey(secreto, 'GET', '/api/families')
    expect(first.headers.get('ratelimit-limit')).toBe('10')
    expect(first.headers.get('ratelimit-remaining')).toBe('9')
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    for (let i = 0; i < 9; i++) expect((await withKey(secreto, 'GET', '/api/families')).status).toBe(200)
    const full = await withKey(secreto, 'GET', '/api/families')
    expect([full.status, full.headers.get('ratelimit-remaining')]).toEqual([429, '0'])
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await withKey((await create(['inventario:leer'])).secreto, 'GET', '/api/families')).status).toBe(
      200,
    )
  })

  test('what a key may not do is refused as that, also when its calls are used up', async () => {
    const { secreto } = await create(['inventario:leer'], { por_minuto: 10 })
    const status = async (path: string) => (await withKey(secreto, 'GET', path)).status
    for (let i = 0; i < 12; i++) expect(await status('/api/usuarios')).toBe(403)
    expect(await status('/api/families')).toBe(429)
    expect(await status('/api/usuarios')).toBe(403)
  })

  test('of many calls at once to two processes exactly as many are let in as the key has, and each is told another number', async () => {
    const { secreto } = await create(['inventario:leer'], { por_minuto: 10 })
    const other = await p.startApi()
    const headers = bearer(secreto)
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, i) => (i % 2 ? other : p).call('GET', '/api/families', { headers })),
    )
    const left = all.filter((r) => r.status === 200).map((r) => Number(r.headers.get('ratelimit-remaining')))
    expect(left.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(all.filter((r) => r.status === 429).length).toBe(15)
  })

  test('a key calls from any address, also from one that the database has no form for', async () => {
    const api = await p.startApi({ TRUST_PROXY: 1 })
    for (const [from, noted] of [
      ['fe80::1%eth0', 'fe80::1'],
      ['desconocida', null],
    ] as const) {
      const { secreto, clave } = await create(['inventario:leer'])
      const headers = { ...bearer(secreto), 'x-forwarded-for': from }
      expect((await api.call('GET', '/api/families', { headers })).status).toBe(200)
      expect((await list('admin')).find((k) => k.id === clave.id)?.direccion).toBe(noted)
    }
  })

  test('a key is one however its call is written, and nothing but a key beside a cookie makes it another call', async () => {
    const { secreto } = await create(['inventario:leer'])
    const cookie = await p.as('admin')
    for (const authorization of [`bearer ${secreto}`, `BEARER   ${secreto}`])
      expect((await p.call('GET', '/api/usuarios', { cookie, headers: { authorization } })).body.code).toBe(
        'clave_no_admitida',
      )
    for (const path of ['/%61pi/usuarios', '/api/usuarios/', '/api/%75suarios'])
      expect((await p.call('GET', path, { cookie, headers: bearer(secreto) })).body.code).toBe(
        'clave_no_admitida',
      )
    const head = await fetch(`${p.servidor.url}/api/families`, { method: 'HEAD', headers: bearer(secreto) })
    expect(head.status).toBe(404)
    const id = crypto.randomUUID()
    const exported = await p.call('GET', `/api/export_poc?formato=xlsx&exportacion=${id}`, {
      headers: bearer(secreto),
    })
    expect(exported.status).toBe(200)
    expect((await p.call('GET', `/api/exportaciones/${id}`, { headers: bearer(secreto) })).status).toBe(403)
  })

  test('a company that has keys still says so when it is to be removed', async () => {
    const cookie = await p.as('admin')
    await p.call('POST', '/api/empresas', { body: { id: 77, nombre: 'Breve' }, cookie })
    const { clave } = await create(['inventario:leer'], { empresa: 77 })
    const r = await p.call('DELETE', '/api/empresas/77', { cookie })
    expect([r.status, r.body.error]).toEqual([409, 'La empresa todavía tiene 1 clave de API.'])
    await p.call('DELETE', `/api/claves_api/${clave.id}`, { cookie })
    expect((await p.call('DELETE', '/api/empresas/77', { cookie })).status).toBe(200)
  })

  test("another company's keys are not there, and bad input is refused in Spanish", async () => {
    const { clave } = await create(['inventario:leer'])
    const cookie = await p.as('encargada')
    const body = { nombre: 'x' }
    for (const [method, path] of [
      ['PUT', `/api/claves_api/${clave.id}`],
      ['DELETE', `/api/claves_api/${clave.id}`],
    ] as const)
      expect((await p.call(method, path, { body: method === 'PUT' ? body : undefined, cookie })).status).toBe(
        404,
      )
    expect((await create(['inventario:leer'], { who: 'encargada', empresa: 1 })).status).toBe(404)
    expect((await list('encargada')).every((k) => k.empresa === 2)).toBe(true)
    for (const bad of [
      { ambitos: ['todo'] },
      { ambitos: [] },
      { dias: 0 },
      { dias: 9999 },
      { por_minuto: 1 },
      { nombre: ' ' },
    ]) {
      const r = await create(['inventario:leer'], bad)
      expect([r.status, r.error]).toEqual([400, expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/)])
    }
    const changed = await p.call('PUT', `/api/claves_api/${clave.id}`, {
      body: { nombre: 'Almacén', ambitos: ['eventos:leer'], por_minuto: 60, dias: 2 },
      cookie: await p.as('admin'),
    })
    expect(changed.body).toMatchObject({ nombre: 'Almacén', ambitos: ['eventos:leer'], por_minuto: 60 })
    expect(
      (await p.call('PUT', '/api/claves_api/99999999999999999999', { body, cookie: await p.as('admin') }))
        .status,
    ).toBeOneOf([400, 404])
  })

  test('what is no key is told so, and a session is asked for where none came', async () => {
    for (const bad of ['ret_corta', `ret_${'x'.repeat(40)}`, `ret_${'ñ'.repeat(40)}`]) {
      const r = await p.call('GET', '/api/families', {
        headers: { authorization: `Bearer ${encodeURIComponent(bad)}` },
      })
      expect([r.status, r.body.code]).toEqual([401, 'clave_no_valida'])
    }
    expect((await p.call('GET', '/api/families')).body.code).toBe('sin_sesion')
  })
})
