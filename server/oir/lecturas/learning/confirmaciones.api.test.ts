// @module-tag slow: hours of readings
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLugar, putLector } from '../../../testing/lugares'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const LEC_A = 'C30000CF0001'
const LEC_C = 'C30000CF0002'
/** One tag is heard about equally well by both readers, the next much better by one of them. */
const DUDOSO = 'AC233FCF0001'
const CLARO = 'AC233FCF0002'
const CALLADO = 'AC233FCF0003'

describe.runIf(inject('base').hay)('what people say of where a container is', () => {
  let p: Prueba
  let operario: string
  let puente: { usuario: string; clave: string }
  const places: Record<string, number> = {}

  const correct = (mac_serie: string, place: string, mas: object = {}, cookie = operario) =>
    p.call<{ id: number; code: string; error: string }>('POST', '/api/confirmaciones', {
      body: { mac_serie, ubicacion: places[place], ...mas },
      cookie,
    })
  const retract = (id: number, cookie = operario) =>
    p.call<{ code: string }>('DELETE', `/api/confirmaciones/${id}`, { cookie })
  const placeOf = async (mac: string) => (await p.device(mac)).Ubicacion

  const causaOf = async (mac: string) => {
    const ruta = `/api/contenedores/${(await p.device(mac)).Apodo}/transiciones`
    const r = await p.call<{ data: { causa: string }[] }>('GET', ruta, { cookie: operario })
    return r.body.data[0]?.causa
  }

  async function hear(mac: string, a: number, c: number, seconds = 120): Promise<void> {
    const filas = []
    for (let s = seconds; s >= 0; s -= 5)
      for (const [lector, rssi] of [
        [LEC_A, a],
        [LEC_C, c],
      ] as const)
        filas.push({ mac, lector, rssi, tiempo: new Date(Date.now() - s * 1000).toISOString() })
    expect((await p.send('retorna', JSON.stringify(filas), puente)).body.rechazadas).toBe(0)
  }

  beforeAll(async () => {
    p = await startPrueba()
    operario = await p.as('operario')
    for (const n of ['Almacén', 'Taller', 'Muelle']) places[n] = await createLugar(p, n)
    places.Ajeno = await createLugar(p, 'Ajeno', { empresa: 2 })
    await p.register(LEC_A, 'Reader', 'LEC-A')
    await p.register(LEC_C, 'Reader', 'LEC-C')
    for (const [i, mac] of [DUDOSO, CLARO, CALLADO].entries())
      await p.register(mac, 'SmartBle', `20014-90${i}`)
    await putLector(p, LEC_A, places.Almacén as number)
    await putLector(p, LEC_C, places.Taller as number)
    puente = await p.issue(LEC_A, true)
    await hear(DUDOSO, -66, -69)
    await hear(CLARO, -45, -92)
    await vi.waitFor(
      async () => expect([await placeOf(DUDOSO), await placeOf(CLARO)]).toEqual(['Almacén', 'Almacén']),
      { timeout: 20_000, interval: 300 },
    )
  })
  afterAll(() => p.stop())

  test('it is told so at once, with its cause, stays so, and can be taken back for a minute', async () => {
    const r = await correct(DUDOSO, 'Taller')
    expect(r.status).toBe(200)
    expect(await placeOf(DUDOSO)).toBe('Taller')
    expect(await causaOf(DUDOSO)).toBe('confirmacion')
    await hear(DUDOSO, -66, -69, 30)
    await new Promise((listo) => setTimeout(listo, 9000))
    expect(await placeOf(DUDOSO)).toBe('Taller')

    expect((await retract(r.body.id, await p.as('admin'))).status).toBe(404)
    expect((await retract(r.body.id)).status).toBe(200)
    expect(await placeOf(DUDOSO)).toBe('Almacén')
    expect(await causaOf(DUDOSO)).toBe('retirada')
    expect((await retract(r.body.id)).status).toBe(404)
    const otra = await correct(DUDOSO, 'Taller')
    await p.servidor.pool.query("update confirmacion set momento = now() - interval '61 seconds'")
    const tarde = await retract(otra.body.id)
    expect([tarde.status, tarde.body.code]).toEqual([409, 'tarde'])
  })

  test('what the rest around it was is kept, and who said it is in the audit log', async () => {
    const { rows } = await p.servidor.pool.query(
      'select autor, dicho, creible, muestra from confirmacion order by id limit 1',
    )
    expect(rows).toMatchObject([{ autor: 'operario', dicho: 'Almacén', creible: true }])
    expect(rows[0].muestra.map((o: { media: number }) => Math.round(o.media)).toSorted()).toEqual([-66, -69])
    const log = await p.servidor.pool.query(
      "select username, accion from auditoria where entidad = 'confirmacion' order by id limit 2",
    )
    expect(log.rows).toEqual([
      { username: 'operario', accion: 'crear' },
      { username: 'operario', accion: 'cambiar' },
    ])
  })

  test('what the readers deny is asked back, then told and not learned', async () => {
    const r = await correct(CLARO, 'Taller')
    expect([r.status, r.body.code]).toEqual([409, 'poco_creible'])
    expect(r.body.error).toBe('Los lectores dicen «Almacén». ¿Seguro que está en «Taller»?')
    expect(await placeOf(CLARO)).toBe('Almacén')
    const si = await correct(CLARO, 'Taller', { seguro: true })
    expect(si.status).toBe(200)
    expect(await placeOf(CLARO)).toBe('Taller')
    const { rows } = await p.servidor.pool.query('select creible, nats from confirmacion where id = $1', [
      si.body.id,
    ])
    expect(rows[0].creible).toBe(false)
    expect(rows[0].nats).toBeGreaterThan(8)
  })

  test('it can be said to a process that readers do not speak to', async () => {
    const { call } = await p.startApi()
    const cookie = await p.as('operario')
    const body = { mac_serie: CLARO, ubicacion: places.Almacén }
    expect((await call('POST', '/api/confirmaciones', { body, cookie })).status).toBe(200)
    expect(await placeOf(CLARO)).toBe('Almacén')
  })

  test('a place that readers cannot tell, a container that nobody heard, and what is of others', async () => {
    const sin = await correct(DUDOSO, 'Muelle')
    expect([sin.status, sin.body.code]).toEqual([409, 'sin_calibrar'])
    expect((await correct(CALLADO, 'Taller')).body.code).toBe('sin_registro')
    expect((await correct(LEC_A, 'Taller')).status).toBe(404)
    expect((await correct(DUDOSO, 'Ajeno')).status).toBe(404)
    expect((await correct(DUDOSO, 'Taller', {}, await p.as('calidad'))).status).toBe(404)
  })
})
