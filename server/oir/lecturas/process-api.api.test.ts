import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { type Prueba, startPrueba } from '../../testing/retorna'

const [PUENTE, NEW] = ['C3000000AF01', 'C3000000AF02']
const TAG = 'AC233F00AF01'

describe.runIf(inject('base').hay)('a process without ingest beside one with it', () => {
  let p: Prueba
  let api: Awaited<ReturnType<Prueba['startApi']>>
  let cookie: string
  beforeAll(async () => {
    p = await startPrueba()
    api = await p.startApi()
    cookie = await p.as('admin')
    await p.register(PUENTE, 'Reader', 'LEC-AF1')
    await p.register(TAG, 'SmartBle', '20014-80')
  })
  afterAll(() => p.stop())

  type Pair = { usuario: string; clave: string }
  const issue = async (mac: string, puente = false) => {
    const r = await api.call<Pair>('POST', `/api/lectores/${mac}/credencial`, { cookie, body: { puente } })
    expect(r.status).toBe(200)
    return r.body
  }
  const send = (pair: Pair, mas: object = {}) =>
    p.send('retorna', JSON.stringify({ mac: TAG, rssi: -60, tiempo: new Date().toISOString(), ...mas }), pair)

  test('the credentials that it gives, changes and takes away count where readers speak', async () => {
    const una = await issue(PUENTE)
    expect((await send(una)).body).toMatchObject({ aceptadas: 1 })
    const otra = await issue(PUENTE)
    expect((await send(otra)).body).toMatchObject({ aceptadas: 1 })
    await vi.waitFor(async () => expect((await send(una)).status).toBe(401), 10_000)
    expect((await api.call('DELETE', `/api/lectores/${PUENTE}/credencial`, { cookie })).status).toBe(200)
    await vi.waitFor(async () => expect((await send(otra)).status).toBe(401), 10_000)
    // This process does not take readings.
    expect((await api.call('POST', '/api/lecturas/retorna', { body: '{}' })).status).toBe(404)
  })

  test('it tells live what the other one heard', async () => {
    const pair = await issue(PUENTE)
    const ended = new AbortController()
    const flujo = await fetch(`${api.servidor.url}/api/live`, {
      headers: { cookie },
      signal: ended.signal,
    })
    const lector = flujo.body?.pipeThrough(new TextDecoderStream()).getReader()
    await send(pair, { golpe: true })
    let text = ''
    while (!/^event: cambios\ndata: .*"Estado":"Impacto"/m.test(text)) text += (await lector?.read())?.value
    expect(text).toContain(TAG)
    ended.abort()
  })

  test('it shows what the other one could not read, and reads it again', async () => {
    const pair = await issue(PUENTE, true)
    const visto = { mac: 'AC233F00AF77' }
    expect((await send(pair, visto)).body).toMatchObject({ sin_registrar: 1 })
    const vistos = await api.call<{ mac: string }[]>('GET', '/api/vistos_sin_registrar', { cookie })
    expect(vistos.body.map((v) => v.mac)).toContain(visto.mac)

    const tiempo = new Date().toISOString()
    const lectura = { lector: NEW, tiempo, bateria: 47 }
    expect((await send(pair, lectura)).body.code).toBe('lector_desconocido')
    const cuarentena = async () =>
      (await api.call<{ id: string; muestra: string }[]>('GET', '/api/cuarentena', { cookie })).body
    const row = (await cuarentena()).find((q) => q.muestra.includes(NEW))
    const replay = () => api.call('POST', `/api/cuarentena/${row?.id}/reprocesar`, { cookie })
    expect((await replay()).body).toMatchObject({ aceptadas: 0, rechazadas: 1 })
    await p.register(NEW, 'Reader', 'LEC-AF2')
    await vi.waitFor(
      async () => expect((await replay()).body).toMatchObject({ aceptadas: 1, rechazadas: 0 }),
      10_000,
    )
    expect(await cuarentena()).toEqual([])
    expect((await p.device(TAG)).Bateria).toBe(47)
    // The other process continues where this one stopped.
    expect((await send(pair, lectura)).body).toMatchObject({ duplicadas: 1 })
    expect((await send(pair, { bateria: 46 })).body).toMatchObject({ aceptadas: 1 })
    expect((await p.device(TAG)).Bateria).toBe(46)
  })
})
