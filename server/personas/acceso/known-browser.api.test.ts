import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asActor } from '../../platform/db/actor'
import { CLAVE } from '../../testing/databases/plantilla'
import { type Prueba, startPrueba } from '../../testing/retorna'
import { hashClave } from './clave'
import { createRateLimits } from './rate-limit'

describe.runIf(inject('base').hay)('an account that strangers try to lock', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba({ TRUST_PROXY: '1' })
  })
  afterAll(() => p.stop())

  function login(username: string, password: string, desde: string, cookie?: string) {
    const headers = { 'x-forwarded-for': desde }
    return p.call('POST', '/api/login', { body: { username, password }, headers, cookie })
  }
  /** Logs in, and returns the cookie by which the browser is known afterwards. */
  async function know(username: string, cookie?: string): Promise<string> {
    const r = await login(username, CLAVE, '192.0.2.1', cookie)
    expect(r.status).toBe(200)
    const puesta = r.headers.getSetCookie().find((c) => c.startsWith('retorna_conocido='))
    expect(puesta).toMatch(/; Max-Age=\d{8}; Path=\/api; HttpOnly; SameSite=Lax/)
    return puesta?.split(';')[0] as string
  }
  async function lock(username: string): Promise<void> {
    const tryWrong = (i: number) => login(username, `no ${i}`, `198.51.100.${1 + (i % 11)}`)
    // Ten rounds: of more at once some would find no place, and not count.
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 11 }, (_, i) => tryWrong(i)))
    expect((await login(username, CLAVE, '203.0.113.1')).status).toBe(429)
  }
  /** The same by the counts alone: comparing passwords takes ten times as long. */
  async function lockByCounts(username: string): Promise<void> {
    const { claves } = createRateLimits(p.servidor.db)
    const count = (_: unknown, i: number) =>
      claves.intento(username, `198.51.100.${1 + (i % 11)}`).catch(() => {})
    await Promise.all(Array.from({ length: 110 }, count))
    expect((await login(username, CLAVE, '203.0.113.1')).status).toBe(429)
  }

  test('is locked for them and open to its owner where they have been before', async () => {
    const cookie = await know('operario')
    const ajena = await know('calidad')
    await lock('operario')
    expect((await login('operario', CLAVE, '192.0.2.1', cookie)).status).toBe(200)
    // The address of the known browser does not matter.
    expect((await login('operario', CLAVE, '192.0.2.77', cookie)).status).toBe(200)
    const [id, aparato, hasta, signature] = cookie.replace('retorna_conocido=', '').split('.')
    const forjadas = [
      ajena,
      `retorna_conocido=${id}.${ajena.split('.').slice(1).join('.')}`,
      `retorna_conocido=${id}.otro.${hasta}.${signature}`,
      `retorna_conocido=${id}.${aparato}.${Number(hasta) + 1}.${signature}`,
      `retorna_conocido=${id}.${aparato}.${hasta}.${'A'.repeat(43)}`,
      `retorna_conocido=${'~'.repeat(3000)}`,
      'retorna_conocido=%FF.%00.x',
    ]
    for (const f of forjadas)
      expect([f, (await login('operario', CLAVE, '203.0.113.2', f)).status]).toEqual([f, 429])
  })

  test('gives a known browser few tries too, and other ones of its owner are not touched by them', async () => {
    const robada = await know('planta5')
    const otra = await know('planta5')
    const estados = []
    for (let i = 0; i < 12; i++)
      estados.push((await login('planta5', `no ${i}`, `198.51.100.${i}`, robada)).status)
    expect(estados).toEqual([...Array(10).fill(401), 429, 429])
    expect((await login('planta5', CLAVE, '192.0.2.1', otra)).status).toBe(200)
    // The account is not locked for unknown browsers either.
    expect((await login('planta5', CLAVE, '192.0.2.9')).status).toBe(200)
  })

  test('forgets its browsers with its password', async () => {
    const old = await know('planta6')
    await p.servidor.pool.query("update usuario set clave_hash = $1 where username = 'planta6'", [
      await hashClave(CLAVE),
    ])
    await lockByCounts('planta6')
    expect((await login('planta6', CLAVE, '192.0.2.1', old)).status).toBe(429)
  })

  test('several people are known in one browser', async () => {
    const uno = await know('admin')
    const dos = await know('planta4', uno)
    await lockByCounts('admin')
    expect((await login('admin', CLAVE, '192.0.2.1', dos)).status).toBe(200)
  })

  test('a session changes its password although strangers lock its account', async () => {
    const r = await login('calidad', CLAVE, '192.0.2.1')
    const cookie = r.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; ')
    await lockByCounts('calidad')
    const cambio = await p.call('POST', '/api/change_password', {
      body: { current_password: CLAVE, new_password: 'tornillo-verde-91' },
      cookie,
      headers: {
        authorization: `Bearer ${(r.body as { token: string }).token}`,
        'x-forwarded-for': '198.51.100.1',
      },
    })
    expect([cambio.status, cambio.body]).toMatchObject([200, { ok: true }])
    const puesta = cambio.headers
      .getSetCookie()
      .find((c) => c.startsWith('retorna_conocido='))
      ?.split(';')[0]
    expect((await login('calidad', 'tornillo-verde-91', '192.0.2.1', puesta)).status).toBe(200)
  })

  test('the key that signs is no part of the audit log', async () => {
    const { pool, db } = p.servidor
    await asActor(db, { id: null, username: 'prueba', direccion: null }, (tx) =>
      sql`update instalacion set exigir_segundo_factor = not exigir_segundo_factor,
        clave_firma = clave_firma || '\\x00'`.execute(tx),
    )
    const { rows } = await pool.query("select * from auditoria where username = 'prueba'")
    expect(JSON.stringify(rows)).toContain('exigir_segundo_factor')
    expect(JSON.stringify(rows)).not.toContain('clave_firma')
  })
})
