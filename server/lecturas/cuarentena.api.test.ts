import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../pruebas/retorna'

describe.runIf(inject('base').hay)('quarantine', () => {
  let p: Prueba
  beforeAll(async () => {
    p = await startPrueba()
  })
  afterAll(() => p.stop())

  test('what a bridge heard of a reader that nobody knew yet is read once the reader is registered', async () => {
    const [puente, nuevo] = ['C30000000A05', 'C30000000A06']
    await p.register(puente, 'Reader', 'LEC-A5')
    await p.register('AC233F00A005', 'SmartBle', '20014-105')
    const credencial = await p.issue(puente, true)
    const texto = JSON.stringify({ mac: 'AC233F00A005', lector: nuevo, rssi: -60, bateria: 64 })
    expect((await p.send('retorna', texto, credencial)).body.code).toBe('lector_desconocido')
    const cookie = await p.as('admin')
    const waiting = async () =>
      (await p.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })).body.find((q) =>
        q.muestra.includes(nuevo),
      )
    const replay = async (id: string | undefined) =>
      (await p.call('POST', `/api/cuarentena/${id}/reprocesar`, { cookie })).body
    const una = await waiting()
    expect(await replay(una?.id)).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    expect(await waiting()).toMatchObject({ id: una?.id })
    await p.register(nuevo, 'Reader', 'LEC-A6')
    // Whom the sender may speak for now is what counts.
    await p.issue(puente, false)
    expect(await replay(una?.id)).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    await p.issue(puente, true)
    expect(await replay(una?.id)).toEqual({ aceptadas: 1, duplicadas: 0, sin_registrar: 0, rechazadas: 0 })
    expect(await waiting()).toBeUndefined()
    expect(await p.device('AC233F00A005')).toMatchObject({ ApodoLector: 'LEC-A6', Bateria: 64 })
  })

  test('what a reader sent that is not registered any more is read no more', async () => {
    const [ido, lejano] = ['C30000000A15', 'C30000000A16']
    await p.register(ido, 'Reader', 'LEC-A15')
    const texto = JSON.stringify({ mac: 'AC233F00A015', lector: lejano, rssi: -60 })
    expect((await p.send('retorna', texto, await p.issue(ido, true))).body.code).toBe('lector_desconocido')
    const cookie = await p.as('admin')
    const { body } = await p.call<{ data: { id: string; Name: string }[] }>('GET', '/api/devices', { cookie })
    const ids = body.data.filter((d) => d.Name === 'LEC-A15').map((d) => d.id)
    await p.call('POST', '/api/delete_devices', { body: { ids }, cookie })
    // It was of company 1; this one is not, and must not be spoken for.
    await p.register(lejano, 'Reader', 'LEC-A16', { empresa: 2 })
    const filas = await p.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })
    const fila = filas.body.find((q) => q.muestra.includes(lejano))
    const r = await p.call('POST', `/api/cuarentena/${fila?.id}/reprocesar`, { cookie })
    expect([r.status, r.body]).toEqual([
      404,
      { error: 'El lector que lo envió ya no está registrado.', code: 'no_encontrado' },
    ])
  })
})
