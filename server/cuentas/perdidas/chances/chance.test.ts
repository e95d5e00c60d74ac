import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../demo/random'
import {
  ageOn,
  exponential,
  knownOn,
  SHORTEST,
  type Stage,
  simulateSilences,
} from '../../../testing/scenarios/silences'
import { type Chance, cellOf, estimateChances } from './chance'

const DAY = 1440
const SOON = exponential(0.97, 1)
const SLOW = exponential(0.7, 9)

const simulate = (stage: Stage, n: number, days: number, seed: number) =>
  simulateSilences(stage, n, days, createRandom(seed).next)
/** True probability that a silence of this many minutes ends. */
const truthOf = ({ vuelven, mediaDias }: typeof SOON, minutes: number) => {
  const still = vuelven * Math.exp(-(minutes - SHORTEST) / (mediaDias * DAY))
  return still / (still + 1 - vuelven)
}
const at = (chances: readonly Chance[], minutes: number) => chances.find((c) => c.celda === cellOf(minutes))

describe('the chance that a silence ends', () => {
  test('is the share of those that reached its length and came back', () => {
    const cells = [
      { celda: 10, vueltos: 60, siguen: 0 },
      { celda: 30, vueltos: 30, siguen: 0 },
      { celda: 50, vueltos: 0, siguen: 30 },
    ]
    const chances = estimateChances(cells)
    expect(chances.map((c) => c.celda)).toEqual(Array.from({ length: 21 }, (_, i) => 10 + i))
    // The estimate adds one silence that never ends.
    expect(chances[0]).toMatchObject({ celda: 10, n: 120, vuelve: expect.closeTo(90 / 121, 10) })
    for (const c of chances.slice(1)) expect(c).toMatchObject({ n: 60, vuelve: expect.closeTo(30 / 61, 10) })
    expect(estimateChances(cells.toReversed())).toEqual(chances)
    // Counted as two silences.
    expect(estimateChances([...cells, { celda: 30, vueltos: 0, siguen: 0 }])).toEqual(chances)
  })

  test('is told of a length that 50 reached, and of none that 49 did', () => {
    const of = (n: number) => estimateChances([{ celda: 20, vueltos: n - 10, siguen: 10 }])
    expect(of(49)).toEqual([])
    expect(of(50)).toHaveLength(1)
    expect(estimateChances([])).toEqual([])
  })

  test('those that go on count until their age alone', () => {
    // 100 have just begun and are censored. Of the 100 that were watched, 80 came back.
    const [first] = estimateChances([
      { celda: 10, vueltos: 0, siguen: 100 },
      { celda: 40, vueltos: 80, siguen: 0 },
      { celda: 80, vueltos: 0, siguen: 20 },
    ])
    expect(first).toMatchObject({ n: 200, vuelve: expect.closeTo(80 / 101, 10) })
  })

  test('where none came back it is nought, and at most what 10 % of luck hides', () => {
    expect(estimateChances([{ celda: 9, vueltos: 0, siguen: 80 }])).toEqual([
      { celda: 9, n: 80, vuelve: 0, bajo: 0, alto: 1 - 0.1 ** (1 / 80) },
    ])
  })

  test.each([
    ['soon', SOON, 2000],
    ['slow', SLOW, 600],
  ])('is the true one, %s: within 0.03 on average, and 0.01 off to one side at most', (_, stage, n) => {
    // Two years, so that few of the open silences are young; 40 plants.
    const errors: number[] = []
    for (let plant = 0; plant < 40; plant++) {
      const chances = estimateChances(knownOn(simulate(stage, n, 730, 100 + plant), 730))
      for (const hours of [6, 24, 72, 168]) {
        const c = at(chances, hours * 60)
        if (c) errors.push(c.vuelve - truthOf(stage, hours * 60))
      }
    }
    expect(errors.length).toBeGreaterThan(100)
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
    expect(Math.abs(mean(errors))).toBeLessThan(0.01)
    expect(mean(errors.map(Math.abs))).toBeLessThan(0.03)
  })

  test('the band holds the true one about nine times in ten', () => {
    let [inside, all] = [0, 0]
    for (let plant = 0; plant < 400; plant++) {
      const c = at(estimateChances(knownOn(simulate(SLOW, 300, 730, 1000 + plant), 730)), 3 * DAY)
      if (!c) continue
      all++
      const truth = truthOf(SLOW, 3 * DAY)
      if (c.bajo <= truth && truth <= c.alto) inside++
    }
    expect(all).toBeGreaterThan(300)
    expect(inside / all).toBeGreaterThan(0.84)
    expect(inside / all).toBeLessThan(0.96)
  })

  test('learned before a date, it is what comes after it: rolling origin over a year', () => {
    const bins = new Map<number, { said: number; came: number; n: number }>()
    let [said, came, euros] = [0, 0, 0]
    for (let plant = 0; plant < 8; plant++) {
      const stages = [SOON, SLOW].map((stage, i) =>
        simulate(stage, i ? 900 : 3000, 1095, 5000 + 10 * plant + i),
      )
      for (let day = 365; day <= 730; day += 7)
        for (const silences of stages) {
          const chances = estimateChances(knownOn(silences, day))
          // Containers that are silent on that day, and what became of them within a year.
          for (const s of silences) {
            const age = ageOn(s, day)
            const c = age === null ? undefined : at(chances, age)
            if (!c) continue
            const bin = Math.min(9, Math.floor(c.vuelve * 10))
            const b = bins.get(bin) ?? { said: 0, came: 0, n: 0 }
            const back = Number.isFinite(s.lasts) ? 1 : 0
            bins.set(bin, { said: b.said + c.vuelve, came: b.came + back, n: b.n + 1 })
            said += 1 - c.vuelve
            came += 1 - back
            euros++
          }
        }
    }
    expect(euros).toBeGreaterThan(5000)
    // Expected loss compared with the actual loss.
    expect(Math.abs(said / came - 1)).toBeLessThan(0.05)
    for (const b of bins.values())
      if (b.n >= 300) expect(Math.abs(b.said / b.n - b.came / b.n)).toBeLessThan(0.08)
  })
})
