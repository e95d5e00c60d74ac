import { describe, expect, test } from 'vitest'
import { countFamilias, viajesEntre } from './cuentas'

const mapa = (o: Record<string, number>) => new Map(Object.entries(o))
const FLECHAS = [
  ['A', 'B'],
  ['B', 'C'],
] as const

describe('counts of the plan', () => {
  test('only the families asked for, each once', () => {
    const todas = { '20014': { A: 2, B: 1 }, '41001': { A: 1 }, '9': { A: 9 } }
    expect([...countFamilias(todas, ['20014', '41001', '20014', 'constructor'])]).toEqual([
      ['A', 3],
      ['B', 1],
    ])
  })

  test('who left and who came make journeys, along the arrows first', () => {
    expect(viajesEntre(mapa({ A: 2, B: 2, X: 1 }), mapa({ A: 1, B: 2, C: 2 }), FLECHAS)).toEqual([
      { desde: 'A', hasta: 'C' },
      { desde: 'X', hasta: 'C' },
    ])
    expect(viajesEntre(mapa({ X: 1, B: 1 }), mapa({ Y: 1, C: 1 }), FLECHAS)).toEqual([
      { desde: 'B', hasta: 'C' },
      { desde: 'X', hasta: 'Y' },
    ])
  })

  test('nobody who only appears or disappears, and no crowd', () => {
    expect(viajesEntre(mapa({}), mapa({ A: 3 }), FLECHAS)).toEqual([])
    expect(viajesEntre(mapa({ A: 3 }), mapa({}), FLECHAS)).toEqual([])
    expect(viajesEntre(mapa({ A: 50 }), mapa({ B: 50 }), FLECHAS)).toEqual([])
    expect(viajesEntre(mapa({ A: 5 }), mapa({ A: 5 }), FLECHAS)).toEqual([])
  })
})
