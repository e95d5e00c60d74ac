import { expect, test } from 'vitest'
import { createClocks, timeOf } from './clocks'

const T0 = Date.UTC(2026, 0, 15, 10)
const [LECTOR, OTRO] = [1, 2]

/**
 * Each minute a reader sends what it heard in that minute, by a clock that is `atras` ms behind. Returns the errors of the corrected times.
 */
function listen(atras: number, minutes: number, lector = LECTOR, clocks = createClocks()): number[] {
  const errores: number[] = []
  for (let m = 1; m <= minutes; m++) {
    const recibido = T0 + m * 60_000
    for (let s = 59; s >= 0; s -= 2) {
      const cierto = recibido - s * 1000
      errores.push(timeOf(clocks, lector, Math.min(cierto - atras, recibido), recibido) - cierto)
    }
  }
  return errores
}

test('a clock that is behind is put right within minutes, although readings come in batches', () => {
  const errores = listen(40_000, 10)
  expect(Math.abs(errores.at(-1) ?? 0)).toBeLessThanOrEqual(1000)
  expect(errores.slice(-150).every((e) => Math.abs(e) <= 1000)).toBe(true)
})

test('a clock that is right stays so, and one reader says nothing of another', () => {
  const clocks = createClocks()
  listen(40_000, 5, OTRO, clocks)
  expect(Math.max(...listen(0, 5, LECTOR, clocks).map(Math.abs))).toBeLessThanOrEqual(1000)
})

test('what comes minutes late is late, not a slow clock', () => {
  const clocks = createClocks()
  const recibido = T0
  const tarde = Array.from({ length: 40 }, (_, i) =>
    timeOf(clocks, LECTOR, recibido - 480_000 + i * 1000, recibido),
  )
  expect(tarde.at(-1)).toBe(recibido - 480_000 + 39_000)
})
