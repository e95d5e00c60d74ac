import { expect, test } from 'vitest'
import { bandOfCases } from './poisson'

test('the exact 90 % band is half of quantiles of chi-square', () => {
  // Published values of Garwood's limits.
  for (const [n, bajo, alto] of [
    [0, 0, 2.9957],
    [1, 0.0513, 4.7439],
    [2, 0.3554, 6.2958],
    [5, 1.9701, 10.513],
    [10, 5.4254, 16.9622],
    [100, 84.1393, 118.0793],
  ] as const) {
    expect(bandOfCases(n).bajo).toBeCloseTo(bajo, 3)
    expect(bandOfCases(n).alto).toBeCloseTo(alto, 3)
  }
})

test('of many cases it is near the normal band', () => {
  const n = 20_000
  const { bajo, alto } = bandOfCases(n)
  expect((bajo - n) / Math.sqrt(n)).toBeCloseTo(-1.645, 1)
  expect((alto - n) / Math.sqrt(n)).toBeCloseTo(1.645, 1)
})

test('at least nine in ten bands have the true mean', () => {
  for (const mean of [0.3, 2, 7.5, 40]) {
    let covered = 0
    let chance = Math.exp(-mean)
    for (let n = 0; n < 200; chance *= mean / ++n) {
      const { bajo, alto } = bandOfCases(n)
      if (bajo <= mean && mean <= alto) covered += chance
    }
    expect(covered).toBeGreaterThanOrEqual(0.9)
  }
})
