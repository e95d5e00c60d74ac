import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { createGate } from '../../testing/timing/gate'
import { turns } from './clave'
import { createRateLimits } from './rate-limit'

describe.runIf(inject('base').hay)('many logins', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba({ TRUST_PROXY: '1' })
  })
  afterAll(() => p.stop())

  const login = (username: string, password: string, from: string, cookie?: string) =>
    p.call('POST', '/api/login', {
      body: { username, password },
      headers: { 'x-forwarded-for': from },
      cookie,
    })

  test('400 at once: some are checked, the others told to wait, and calls of others are answered meanwhile', async () => {
    const cookie = await p.as('operario')
    let over = false
    const flood = Promise.all(
      Array.from({ length: 400 }, (_, i) => login(`nadie-${i}`, 'no es esta clave', `192.0.2.${i % 5}`)),
    ).finally(() => {
      over = true
    })
    const others: number[] = []
    do
      others.push(
        (await p.call('GET', '/readyz')).status,
        (await p.call('GET', '/api/get_table_data?page=1&per_page=20', { cookie })).status,
      )
    while (!over)
    const answers = await flood
    expect([...new Set(answers.map((r) => r.status))].sort()).toEqual([401, 429])
    // Beside the places, only those that came when one was free again.
    expect(answers.filter((r) => r.status === 401).length).toBeLessThan(200)
    for (const r of answers.filter((x) => x.status === 429)) {
      expect(r.body.code).toBe('demasiadas_peticiones')
      expect(Number(r.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect([...new Set(others)]).toEqual([200])
    expect((await login('operario', CLAVE, '192.0.2.1')).status).toBe(200)
  })

  test('an address takes half of the places, and the other half is open to others', async () => {
    const held = createGate()
    const hold = turns.run(() => held.promise)
    const one = Array.from({ length: 31 }, (_, i) => login(`nadie-${i}`, 'no es esta clave', '192.0.2.10'))
    const first = await Promise.race(one)
    expect([first.status, first.body.error]).toEqual([
      429,
      'Hay muchos accesos a la vez. Vuelva a intentarlo en unos segundos.',
    ])
    const other = login('consulta', CLAVE, '192.0.2.11')
    await expect.poll(() => turns.waiting()).toBe(31)
    held.resolve()
    await hold
    expect((await other).status).toBe(200)
    await Promise.all(one)
  })

  test('120 failures of an address in a minute are the most, with whatever names; a known browser and successes are not counted', async () => {
    const known = await login('calidad', CLAVE, '2001:db8:1:2::5')
    const cookie = known.headers.getSetCookie().find((c) => c.startsWith('retorna_conocido='))
    const { claves } = createRateLimits(p.servidor.db)
    for (let i = 0; i < 119; i++) await claves.intento(`nadie-${i}`, `2001:db8:1:2::${i.toString(16)}`)
    expect((await login('operario', CLAVE, '2001:db8:1:2::1')).status).toBe(200)
    expect((await login('operario', 'mal', '2001:db8:1:2:3::1')).status).toBe(401)
    const full = await login('operario', CLAVE, '2001:db8:1:2::1')
    expect(full.status).toBe(429)
    expect(Number(full.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await login('operario', CLAVE, '2001:db8:1:3::1')).status).toBe(200)
    const own = await login('calidad', CLAVE, '2001:db8:1:2::1', cookie?.split(';')[0])
    expect(own.status).toBe(200)
  })

  const account = { username: 'nueva', nombre: 'Nueva', password: CLAVE }
  test.each<[que: string, method: string, route: () => Promise<string>, body: object]>([
    ['an account', 'POST', async () => '/api/usuarios', { ...account, empresa: 1 }],
    [
      'an account of a partner',
      'POST',
      async () => {
        const body = { empresa: 1, nombre: 'Norte', clase: 'cliente', lugares: [] }
        const r = await p.call('POST', '/api/custodia/terceros', { body, cookie: await p.as('admin') })
        return `/api/custodia/terceros/${r.body.id}/personas`
      },
      { ...account, username: 'nueva.norte' },
    ],
    ['a login', 'POST', async () => '/api/login', { username: 'admin', password: CLAVE }],
  ])('%s waits for its turn outside of a transaction', async (_que, method, route, body) => {
    const url = await route()
    const cookie = await p.as('admin')
    const held = createGate()
    const hold = turns.run(() => held.promise)
    const answer = p.call(method, url, { body, cookie })
    await expect.poll(() => turns.waiting()).toBe(1)
    const { rows } = await p.servidor.pool.query(
      `select query from pg_stat_activity
       where datname = current_database() and xact_start is not null and pid <> pg_backend_pid() and state like 'idle%'`,
    )
    held.resolve()
    await hold
    expect((await answer).status).toBe(200)
    expect(rows).toEqual([])
  })
})
