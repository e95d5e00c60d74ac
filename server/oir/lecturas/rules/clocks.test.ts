import { expect, test } from 'vitest'
import { createClocks, isLate, type ReaderLags, recallReloj, timeOf } from './clocks'

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

const MIN = 60_000
/** A reading that arrives at minute `llega`, and whose reader says that it is `atras` minutes old. */
const say = (a: ReaderLags, llega: number, atras: number) =>
  isLate(a, 1, T0 + (llega - atras) * MIN, T0 + llega * MIN)

test('what a reader with a right clock kept back is late; the first reading of all says nothing', () => {
  const a: ReaderLags = new Map()
  expect(say(a, 0, 60)).toBe(false)
  expect([say(a, 1, 0), say(a, 2, 1), say(a, 3, 60), say(a, 3, 6), say(a, 4, 0)]).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  expect(say(a, 5, 25 * 60)).toBe(false)
})

test('a clock that is wrong, or was put wrong, makes nothing late for long', () => {
  const mala: ReaderLags = new Map()
  recallReloj(mala, 1, -7200)
  expect([say(mala, 0, 120), say(mala, 1, 180)]).toEqual([false, false])
  const cambia: ReaderLags = new Map()
  recallReloj(cambia, 1, 2)
  const lagging = Array.from({ length: 30 }, (_, i) => say(cambia, i, 60))
  expect([lagging[0], lagging[29]]).toEqual([true, false])
  expect(lagging.filter(Boolean)).toHaveLength(11)
})
