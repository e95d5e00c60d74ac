import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Prueba, startPrueba } from '../../../../testing/retorna'
import { unpackBelief } from '../../engine/codec'
import { createLectores } from '../../engine/lectores'
import { afterTimeBin, anunciosOf } from '../../engine/time-bins'

const LECTOR = 'C3000000BE01'
const TAG = 'AC233F00BE01'

describe.runIf(inject('base').hay)('what a killed process loses of a tag', () => {
  let p: Prueba
  let c: { usuario: string; clave: string }
  beforeAll(async () => {
    p = await startPrueba()
    await p.register(LECTOR, 'Reader', 'LEC-BE1')
    await p.register(TAG, 'SmartBle', '20014-1')
    c = await p.issue(LECTOR)
  })
  afterAll(() => p.stop())

  /** Number of adverts that the database has. */
  async function countGuardados(): Promise<number> {
    const { rows } = await p.servidor.pool.query('select datos from creencia')
    const timeBins = rows[0] ? unpackBelief(rows[0].datos, createLectores())?.celdas : undefined
    let n = 0
    for (let i = 0; timeBins && i < timeBins.usado; i = afterTimeBin(timeBins.palabras, i))
      n += anunciosOf(timeBins.palabras[i + 1] as number)
    return n
  }

  test('at most two adverts while its place is open', async () => {
    const desde = Date.now() - 100_000
    const perdidos: number[] = []
    for (let s = 1; s <= 12; s++) {
      const tiempo = new Date(desde + s * 1000).toISOString()
      await p.send('retorna', JSON.stringify({ mac: TAG, rssi: -60, tiempo }), c)
      perdidos.push(s - (await countGuardados()))
    }
    expect(Math.max(...perdidos)).toBeLessThanOrEqual(2)
  })
})
