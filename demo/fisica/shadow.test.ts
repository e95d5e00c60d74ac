import { expect, test } from 'vitest'
import { createShadow } from './shadow'

const METROS = 7
const SIGMA = 5
const FIELDS = 600

/** Correlation of the field at this distance and its standard deviation, over many seeds. */
function measure(distancia: number) {
  let [xx, xy] = [0, 0]
  for (let seed = 0; seed < FIELDS; seed++) {
    const shadow = createShadow(seed, METROS, SIGMA)
    const [a, b] = [shadow(40, 25), shadow(40 + distancia * 0.6, 25 + distancia * 0.8)]
    xx += a * a
    xy += a * b
  }
  return { sigma: Math.sqrt(xx / FIELDS), correlacion: xy / xx }
}

test('shadowing has its deviation, and fades out with distance', () => {
  expect(measure(0).sigma).toBeCloseTo(SIGMA, 0)
  for (const d of [1, 3, 7, 14]) expect(measure(d).correlacion).toBeCloseTo(Math.exp(-d / METROS), 0.7)
  expect(Math.abs(measure(60).correlacion)).toBeLessThan(0.12)
})

test('it is the same for the same seed', () => {
  expect(createShadow(3, METROS, SIGMA)(12, 8)).toBe(createShadow(3, METROS, SIGMA)(12, 8))
})
