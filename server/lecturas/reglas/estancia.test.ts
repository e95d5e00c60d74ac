import { beforeEach, expect, test } from 'vitest'
import { INICIALES } from '#contract/valores/ajustes'
import { createSitio, type Sitio, stand } from './estancia'

const T0 = Date.UTC(2026, 0, 15, 10)
const min = (n: number) => T0 + n * 60_000
const [A, B, C] = [1, 2, 3]
let s: Sitio
beforeEach(() => {
  s = createSitio()
})
const say = (m: number, lugar: number, lector = lugar * 10, callo = false) =>
  stand(s, { lugar, lector, ajeno: false, desde: null, callo }, min(m), INICIALES)

test('readers of one place are one stay', () => {
  say(0, A, 10)
  expect(say(5, A, 11)).toBe(false)
  expect(s).toMatchObject({ lugar: A, lector: 11, desde: min(0), oido: min(5) })
})

test('a stay ends when its place last heard the container', () => {
  for (const m of [0, 5, 10]) say(m, A)
  expect(say(14, B)).toBe(true)
  expect(s).toMatchObject({ lugar: B, desde: min(14), previaHasta: min(10), previaSilencio: false })
})

test('a place that was only passed is no stay: the one before goes on', () => {
  for (const m of [0, 10]) say(m, A)
  say(11, B)
  say(12, A)
  expect(s).toMatchObject({ lugar: A, desde: min(0), oido: min(12) })
  // Long enough in B: it was a stay, and A is another one.
  for (const m of [13, 14, 15, 16]) say(m, B)
  say(17, A)
  expect(s).toMatchObject({ lugar: A, desde: min(17), previaHasta: min(16) })
})

test('on the way over a third place the first does not go on', () => {
  for (const m of [0, 10]) say(m, A)
  say(11, B)
  say(12, C)
  expect(s).toMatchObject({ lugar: C, desde: min(12), previaHasta: min(11) })
})

test('unheard for over 20 minutes it begins anew, unless its reader was silent about all', () => {
  for (const m of [0, 10]) say(m, A)
  expect(say(31, A)).toBe(true)
  expect(s).toMatchObject({ desde: min(31), previaHasta: min(10), previaSilencio: true })
  say(40, A)
  expect(say(90, A, 10, true)).toBe(false)
  expect(s).toMatchObject({ desde: min(31), oido: min(90) })
})
