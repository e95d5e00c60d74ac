import { expect, test } from 'vitest'
import { isLate, type ReaderLags, recallReloj } from './reader-lags'

const T0 = Date.UTC(2026, 0, 15, 10)
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
