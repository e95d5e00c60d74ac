import { expect, test } from 'vitest'
import { createSombra } from './sombra'

const METROS = 7
const SIGMA = 5
const CAMPOS = 600

/** Correlation of the field with itself at this distance, and its deviation, over many seeds. */
function measure(distancia: number) {
  let [xx, xy] = [0, 0]
  for (let semilla = 0; semilla < CAMPOS; semilla++) {
    const sombra = createSombra(semilla, METROS, SIGMA)
    const [a, b] = [sombra(40, 25), sombra(40 + distancia * 0.6, 25 + distancia * 0.8)]
    xx += a * a
    xy += a * b
  }
  return { sigma: Math.sqrt(xx / CAMPOS), correlacion: xy / xx }
}

test('shadowing has its deviation, and fades out with distance', () => {
  expect(measure(0).sigma).toBeCloseTo(SIGMA, 0)
  for (const d of [1, 3, 7, 14]) expect(measure(d).correlacion).toBeCloseTo(Math.exp(-d / METROS), 0.7)
  expect(Math.abs(measure(60).correlacion)).toBeLessThan(0.12)
})

test('it is the same for the same seed', () => {
  expect(createSombra(3, METROS, SIGMA)(12, 8)).toBe(createSombra(3, METROS, SIGMA)(12, 8))
})
