// @module-tag slow: hours of readings
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createLugar, putLector } from '../../testing/lugares'
import { type Prueba, startPrueba } from '../../testing/retorna'

const [LECTOR, TAG] = ['C30000EC0001', 'AC233FEC0001']

describe.runIf(inject('base').hay)('a container on its way', () => {
  let p: Prueba
  let credencial: { usuario: string; clave: string }

  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'LEC-EC')
    await putLector(p, LECTOR, await createLugar(p, 'Almacén'))
    await p.register(TAG, 'SmartBle', '20014-921')
    await p.servidor.pool.query('update ajuste set segundos_parado = 6')
    credencial = await p.issue(LECTOR)
  })
  afterAll(() => p.stop())

  const readState = async () => {
    const { Estado, Situacion, Lugar: Place } = await p.device(TAG)
    return [Estado, Situacion, Place]
  }

  // cubre: transiciones 4
  test('is told to be moving while it says so, and to have been near there once it has fallen silent', async () => {
    const en_movimiento = true
    await p.send('retorna', JSON.stringify({ mac: TAG, rssi: -55, en_movimiento }), credencial)
    expect(await readState()).toEqual(['En movimiento', 'en_camino', 'en movimiento, cerca de Almacén'])
    await vi.waitFor(
      async () => expect(await readState()).toEqual(['Parado', 'callado', 'última vez cerca de Almacén']),
      { timeout: 20_000, interval: 300 },
    )
    await p.send('retorna', JSON.stringify({ mac: TAG, rssi: -54, en_movimiento }), credencial)
    expect(await readState()).toEqual(['En movimiento', 'en_camino', 'en movimiento, cerca de Almacén'])
  })
})
