import { describe, expect, test } from 'vitest'
import { createDuplicates, fingerprintOf } from './duplicates'

describe('fingerprints', () => {
  test('are the same for the same, and differ where anything does', () => {
    const base = [1, 2, 1_700_000_000_000, -60, { bateria: 50 }, { nombre: 'S1' }]
    expect(fingerprintOf(...base)).toBe(fingerprintOf(...structuredClone(base)))
    const otras = [
      [2, 1, 1_700_000_000_000, -60, { bateria: 50 }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_001, -60, { bateria: 50 }, { nombre: 'S1' }],
      [1, 2, null, -60, { bateria: 50 }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -61, { bateria: 50 }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, { bateria: 50.5 }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, { bateria: '50' }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, { bateria: 50, golpe: true }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, { bateria: 50, golpe: false }, { nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, {}, { bateria: 50, nombre: 'S1' }],
      [1, 2, 1_700_000_000_000, -60, { bateria: 50 }, { nombre: 'S2' }],
      [1, 2, 1_700_000_000_000, -60, { aceleraciones: [[0, 0, 1]] }, {}],
      [1, 2, 1_700_000_000_000, -60, { aceleraciones: [[0, 1, 0]] }, {}],
    ]
    expect(new Set([base, ...otras].map((v) => fingerprintOf(...v))).size).toBe(otras.length + 1)
  })

  test('do not meet among a million readings that differ a little', () => {
    const vistas = new Set<number>()
    for (let d = 0; d < 1000; d++)
      for (let t = 0; t < 1000; t++) vistas.add(fingerprintOf(d, 3, 1_700_000_000_000 + t, -60, {}, {}))
    expect(vistas.size).toBe(1_000_000)
  })
})

describe('repetitions', () => {
  test('with a time of its own: for minutes; without: for five seconds', () => {
    const r = createDuplicates()
    const t = Date.now()
    expect([r.seen(1, true, t), r.seen(1, true, t + 200_000)]).toEqual([false, true])
    expect([r.seen(2, false, t), r.seen(2, false, t + 4999), r.seen(2, false, t + 5001)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('what was forgotten is new again', () => {
    const r = createDuplicates()
    const t = Date.now()
    r.seen(1, true, t)
    r.forget(1)
    r.forget(99)
    expect([r.seen(1, true, t), r.seen(1, true, t), r.seen(99, true, t)]).toEqual([false, true, false])
  })

  test('the last six hundred thousand are known however fast they come, and memory stays bounded', () => {
    const r = createDuplicates()
    const t = Date.now()
    for (let i = 1; i <= 1_500_000; i++) r.seen(i * 7919, true, t)
    for (let i = 1_500_000; i > 900_000; i--) if (!r.seen(i * 7919, true, t)) throw new Error(`forgot ${i}`)
    expect(r.seen(7919, true, t)).toBe(false)
  })
})
