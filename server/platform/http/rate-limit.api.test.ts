import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

describe.runIf(inject('base').hay)('what anybody may call', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba({ TRUST_PROXY: '1' })
  })
  afterAll(() => p.stop())

  test.each([
    ['the assistant', 20, '/api/asistente?pregunta=incidencia'],
    ['the public view of a mac', 60, '/api/public_device?mac=AC233F000001'],
  ])('%s answers %i times a minute and address, then says to wait', async (_que, veces, ruta) => {
    const ask = (desde: string) =>
      p.call<{ error?: string; code?: string }>('GET', ruta, { headers: { 'x-forwarded-for': desde } })
    const estados = await Promise.all(
      Array.from({ length: veces }, async () => (await ask('192.0.2.1')).status),
    )
    expect(estados).toEqual(Array(veces).fill(200))
    const una = await ask('192.0.2.1')
    expect([una.status, una.body]).toEqual([
      429,
      { error: 'Demasiados intentos. Espere un poco y vuelva a probar.', code: 'demasiadas_peticiones' },
    ])
    const espera = Number(una.headers.get('retry-after'))
    expect(espera).toBeGreaterThan(0)
    expect(espera).toBeLessThanOrEqual(60)
    expect((await ask('192.0.2.2')).status).toBe(200)
    expect(
      (await p.call('GET', '/api/manuales', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
    ).toBe(200)
  })

  test('who may not make a call is told so however often, and uses up nothing of those who may', async () => {
    const ask = async (cookie?: string) => {
      const r = await p.call('POST', '/api/logistica/importar?empresa=1', {
        cookie,
        body: 'x',
        headers: { 'x-forwarded-for': '192.0.2.9' },
      })
      return r.status
    }
    const looks = await p.as('consulta')
    for (let i = 0; i < 40; i++) expect([i, await ask(looks), await ask()]).toEqual([i, 403, 401])
    // Not a form: refused by the call itself.
    expect(await ask(await p.as('admin'))).toBe(415)
  })
})
