// @module-tag slow: sixteen seconds of readings
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLugar, putLector } from '../../../testing/lugares'
import { type Prueba, startPrueba } from '../../../testing/retorna'

const [LEC_A, LEC_C, NEW] = ['C30000D10001', 'C30000D10002', 'C30000D10003']
const OTROS = Array.from({ length: 9 }, (_, i) => `C30000D1001${i}`)
const [TAG, OTRA] = ['AC233FD10001', 'AC233FD10002']

describe.runIf(inject('base').hay)('a reader that is registered before it has a place', () => {
  let p: Prueba
  let puente: { usuario: string; clave: string }

  const certeza = async () => (await p.device(TAG)).Certeza as number
  /** Send adverts of the last seconds, which one reader hears from far away. */
  async function hear(seconds: number): Promise<void> {
    const rows = []
    for (let s = seconds; s >= 0; s -= 5)
      rows.push({
        mac: TAG,
        lector: LEC_A,
        rssi: -84,
        tiempo: new Date(Date.now() - s * 1000).toISOString(),
      })
    expect((await p.send('retorna', JSON.stringify(rows), puente)).body.rechazadas).toBe(0)
  }

  beforeAll(async () => {
    p = await startPrueba()
    for (const [mac, nombre] of [
      [LEC_A, 'Almacén'],
      [LEC_C, 'Taller'],
    ] as const) {
      await p.register(mac, 'Reader', `LEC-${nombre}`)
      await putLector(p, mac, await createLugar(p, nombre))
    }
    await p.register(TAG, 'SmartBle', '20014-911')
    await p.register(OTRA, 'SmartBle', '20014-912')
    puente = await p.issue(LEC_A, true)
  })
  afterAll(() => p.stop())

  test('takes nothing from how sure other places are until it is heard, and tells its own then', async () => {
    await hear(120)
    await vi.waitFor(async () => expect(await certeza()).toBeGreaterThan(0.5), {
      timeout: 20_000,
      interval: 300,
    })
    const before = await certeza()
    for (const [i, mac] of [NEW, ...OTROS].entries()) await p.register(mac, 'Reader', `LEC-N${i}`)
    for (let i = 0; i < 4; i++) {
      await hear(0)
      await new Promise((listo) => setTimeout(listo, 4000))
    }
    expect(await certeza()).toBeGreaterThanOrEqual(before - 0.02)

    const row = { mac: OTRA, lector: NEW, rssi: -52 }
    expect((await p.send('retorna', JSON.stringify([row]), puente)).body).toMatchObject({ aceptadas: 1 })
    const ruta = '/api/contenedores/20014-912/transiciones'
    const { body } = await p.call<{ data: { lugares: { nombre: string }[] }[] }>('GET', ruta, {
      cookie: await p.as('operario'),
    })
    expect(body.data[0]?.lugares[0]?.nombre).toBe('junto a LEC-N0')
  })
})
