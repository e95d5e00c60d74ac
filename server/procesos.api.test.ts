import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { pruneFrenos } from './acceso/repo-freno'
import { CLAVE } from './pruebas/plantilla'
import { type Prueba, startPrueba } from './pruebas/retorna'

type Api = Awaited<ReturnType<Prueba['startApi']>>

describe.runIf(inject('base').hay)('two API processes behind a plain round-robin', () => {
  let p: Prueba
  let a: Api
  let b: Api
  let vez = 0
  /** One call to the one, the next to the other. */
  const call: Prueba['call'] = (...que) => (vez++ % 2 ? b : a).call(...que)

  beforeAll(async () => {
    p = await startPrueba({ TRUST_PROXY: '1' })
    a = await p.startApi()
    b = await p.startApi()
  })
  afterAll(() => p.stop())

  test('who logs in at one is in at the other, and out of both', async () => {
    const r = await a.call('POST', '/api/login', { body: { username: 'operario', password: CLAVE } })
    expect(r.status).toBe(200)
    for (let i = 0; i < 4; i++)
      expect((await call('GET', '/api/get_user', { cookie: r.cookie })).status).toBe(200)
    expect((await b.call('POST', '/api/logout', { cookie: r.cookie })).status).toBe(200)
    for (let i = 0; i < 2; i++)
      expect((await call('GET', '/api/get_user', { cookie: r.cookie })).status).toBe(401)
  })

  test('wrong passwords are counted over both, also all at once', async () => {
    const login = (password: string) =>
      call('POST', '/api/login', {
        body: { username: 'planta6', password },
        headers: { 'x-forwarded-for': '192.0.2.9' },
      })
    const estados = (await Promise.all(Array.from({ length: 24 }, (_, i) => login(`no ${i}`)))).map(
      (r) => r.status,
    )
    expect(estados.filter((s) => s === 401)).toHaveLength(10)
    expect(estados.filter((s) => s === 429)).toHaveLength(14)
    for (const api of [a, b]) {
      const r = await api.call('POST', '/api/login', {
        body: { username: 'planta6', password: CLAVE },
        headers: { 'x-forwarded-for': '192.0.2.9' },
      })
      expect(r.status).toBe(429)
      expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(800)
    }
  })

  test.each([
    ['the assistant', 20, '/api/asistente?pregunta=incidencia'],
    ['the public view of a mac', 60, '/api/public_device?mac=AC233F000001'],
  ])('%s answers %i times a minute, whichever process is asked', async (_que, veces, ruta) => {
    const headers = { 'x-forwarded-for': '192.0.2.10' }
    const estados = await Promise.all(
      Array.from({ length: veces + 10 }, async () => (await call('GET', ruta, { headers })).status),
    )
    expect(estados.filter((s) => s === 200)).toHaveLength(veces)
    expect(estados.filter((s) => s === 429)).toHaveLength(10)
  })

  test('while nothing can be counted nobody is let through, and then all is as before', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.11' }
    const ask = () => call('GET', '/api/asistente?pregunta=incidencia', { headers })
    const c = await p.servidor.pool.connect()
    try {
      await c.query('begin; lock table freno in access exclusive mode')
      const login = call('POST', '/api/login', { body: { username: 'calidad', password: CLAVE } })
      for (const r of [await ask(), await login])
        expect([r.status, r.headers.has('retry-after')]).toEqual([503, true])
    } finally {
      await c.query('rollback')
      c.release()
    }
    expect((await ask()).status).toBe(200)
  })

  test('counts that stand no more go, the others stay', async () => {
    const { pool, db } = p.servidor
    await pool.query(
      "insert into freno values ('pasado', 3, 5, now() - interval '1 s'), ('en pie', 3, 5, now() + interval '1 h')",
    )
    await pruneFrenos(db)
    const { rows } = await pool.query("select clave from freno where clave in ('pasado', 'en pie')")
    expect(rows).toEqual([{ clave: 'en pie' }])
  })
})
