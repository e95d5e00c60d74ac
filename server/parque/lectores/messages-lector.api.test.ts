import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Lector } from '#contract/parque/lectores/lectores'
import { type Prueba, startPrueba } from '../../testing/retorna'

const UNO = 'C30000000B01'
const DOS = 'C30000000B02'
const MUDO = 'C30000000B03'
const TAG = 'AC233F00B001'

describe.runIf(inject('base').hay)('messages per minute of a reader', () => {
  let p: Prueba
  let puente: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    for (const [mac, apodo] of [
      [UNO, 'LEC-1'],
      [DOS, 'LEC-2'],
      [MUDO, 'LEC-3'],
    ] as const)
      await p.register(mac, 'Reader', apodo)
    await p.register(TAG, 'SmartBle', '20014-001')
    puente = await p.issue(UNO, true)
  })
  afterAll(() => p.stop())

  const lectores = async () => {
    const r = await p.call<Lector[]>('GET', '/api/lectores', { cookie: await p.as('admin') })
    return Object.fromEntries(r.body.map((l) => [l.mac, l.mensajes_minuto]))
  }
  async function send(url: string, filas: object[]): Promise<void> {
    const res = await fetch(`${url}/api/lecturas/retorna`, {
      method: 'POST',
      headers: { authorization: p.basic(puente), 'content-type': 'application/json' },
      body: JSON.stringify(filas),
    })
    expect(res.status).toBe(200)
  }
  const hears = (lector: string, rssi: number) => ({ lector, mac: TAG, rssi })
  /** Lets minutes pass: the stored minute of the reader moves back. */
  const pass = (minutes: number) =>
    p.servidor.pool.query('update dispositivo_estado set minuto = minuto - $1', [minutes])

  test('what came in the last minute; a message counts once for each reader in it', async () => {
    expect(await lectores()).toEqual({ [UNO]: null, [DOS]: null, [MUDO]: null })
    const envios = Array.from({ length: 20 }, (_, i) => {
      const filas = [
        hears(UNO, -40 - i),
        hears(DOS, -70),
        hears(UNO, -41 - i),
        { mac: '001122334455', lector: UNO, rssi: -9 },
      ]
      return send(p.servidor.url, i < 10 ? filas : [hears(UNO, -60 - i)])
    })
    await Promise.all(envios)
    const { [UNO]: uno, [DOS]: dos, [MUDO]: mudo } = await lectores()
    // If a minute ended meanwhile, some of them count only partly.
    expect(uno).toBeGreaterThan(15)
    expect(uno).toBeLessThanOrEqual(20)
    expect(dos).toBeGreaterThan(7.5)
    expect(dos).toBeLessThanOrEqual(10)
    expect(mudo).toBeNull()
  })

  test('they fade over the minute after, are added to, and silence is 0', async () => {
    // Waits if a minute is about to end.
    const queda = 60_000 - (Date.now() % 60_000)
    if (queda < 5000) await sleep(queda)
    await p.servidor.pool.query(
      `update dispositivo_estado set minuto = floor(extract(epoch from now()) / 60)::int - 1, mensajes = 1000, mensajes_previos = 5
       where mensajes is not null`,
    )
    const parte = (Date.now() / 60_000) % 1
    const { [UNO]: uno } = await lectores()
    expect(Math.abs((uno as number) - 1000 * (1 - parte))).toBeLessThan(100)
    await send(p.servidor.url, [hears(UNO, -50)])
    const { rows } = await p.servidor.pool.query(
      `select mensajes, mensajes_previos from dispositivo_estado e join dispositivo d on d.id = e.dispositivo_id where mac = $1`,
      [UNO],
    )
    expect(rows).toEqual([{ mensajes: 1, mensajes_previos: 1000 }])
    await pass(2)
    expect(await lectores()).toEqual({ [UNO]: 0, [DOS]: 0, [MUDO]: null })
    await send(p.servidor.url, [hears(UNO, -51)])
    expect((await lectores())[UNO]).toBeLessThanOrEqual(1)
  })
})
