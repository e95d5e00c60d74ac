import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Puntuacion } from '#contract/relics/juego'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('high scores', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
    p.leaveSesion('operario')
  })
  afterAll(() => p.stop())

  const list = async (query = '') =>
    (
      await p.call<Puntuacion[]>('GET', `/api/snake/highscores?scope=global&${query}`, {
        cookie: await p.as('operario'),
      })
    ).body
  const post = async (body: object, usuario = 'operario') =>
    p.call('POST', '/api/snake/highscores', { body, cookie: await p.as(usuario) })

  // cubre: entidades 18, llamadas 29
  test('are kept with the name of the player, best first, whatever the company', async () => {
    expect(await list()).toEqual([])
    expect((await post({ points: 30 })).status).toBe(200)
    expect((await post({ points: 120, seconds: 1 }, 'calidad')).status).toBe(200)
    expect((await list()).map((x) => [x.name, x.points])).toEqual([
      ['Nombre de calidad', 120],
      ['Nombre de operario', 30],
    ])
    expect(await list('limit=1')).toHaveLength(1)
  })

  // cubre: validacion 24
  test.each([0, -10, 10 ** 12, 15, 1.5, '100', null])('%j points: 400', async (points) => {
    const r = await post({ points })
    expect([r.status, r.body.campo]).toEqual([400, 'points'])
  })

  test('a game yields no more than its length allows, nor than a session that young', async () => {
    expect((await post({ points: 10_000, seconds: 3 })).status).toBe(400)
    expect((await post({ points: 20_000, seconds: 80_000 })).status).toBe(400)
    expect((await list()).every((x) => x.points < 10_000)).toBe(true)
  })

  test('however old the session: no board holds more', async () => {
    await p.servidor.pool.query("update sesion set creada = now() - interval '6 days'")
    expect((await post({ points: 20_290, seconds: 80_000 })).status).toBe(400)
    expect((await post({ points: 20_280, seconds: 80_000 })).status).toBe(200)
    expect((await list('limit=1'))[0]?.points).toBe(20_280)
  })

  test('a list of 51, and companies 4 to 6: no', async () => {
    const cookie = await p.as('operario')
    expect((await p.call('GET', '/api/snake/highscores?limit=51', { cookie })).status).toBe(400)
    expect((await post({ points: 10 }, 'planta5')).status).toBe(403)
  })
})
