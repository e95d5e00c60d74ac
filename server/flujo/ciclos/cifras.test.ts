import { expect, test } from 'vitest'
import { computeCifras } from './cifras'

/** Stays of 1 to `n` minutes that ended, and the ages in minutes of those that go on. */
const lifeTableRowsOf = (n: number, siguen: readonly number[]) =>
  [
    ...Array.from({ length: n }, (_, i) => ({ t: i + 1, salidas: 1, censuras: 0 })),
    ...siguen.map((t) => ({ t, salidas: 0, censuras: 1 })),
  ].sort((a, b) => a.t - b.t)
const limitOf = (n: number, siguen: readonly number[]) => computeCifras(lifeTableRowsOf(n, siguen)).tope

test('too long is what 95 % of all stays do not take, where so many end', () => {
  expect(limitOf(100, [])).toEqual({ t: 95, salen: false })
  // Containers that have just arrived say nothing about the others.
  expect(limitOf(100, Array(50).fill(0.5))).toEqual({ t: 95, salen: false })
})

test('where more than one in twenty never ends, it is what 95 % of those do not take that leave', () => {
  expect(limitOf(100, Array(10).fill(5000))).toEqual({ t: 95, salen: true })
  expect(limitOf(100, Array(100).fill(5000))).toEqual({ t: 95, salen: true })
})

test('nothing is told where nobody has looked for long enough to say that they never end', () => {
  expect(limitOf(100, Array(10).fill(110))).toBeNull()
  expect(limitOf(100, [...Array(8).fill(110), 5000, 5000])).toBeNull()
  expect(limitOf(0, Array(10).fill(5000))).toBeNull()
})
