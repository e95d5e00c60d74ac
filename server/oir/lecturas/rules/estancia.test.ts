import { beforeEach, expect, test } from 'vitest'
import { INICIALES } from '#contract/parque/ajustes/values'
import { createCopy, createTimeBins, noteHearing, saidQuieto } from '../engine/time-bins'
import { createReportedPlace, type ReportedPlace, stand } from './estancia'

const copia = createCopy()

const T0 = Date.UTC(2026, 0, 15, 10)
const min = (n: number) => T0 + n * 60_000
const [A, B, C] = [1, 2, 3]
let s: ReportedPlace
beforeEach(() => {
  s = createReportedPlace()
})
const say = (m: number, place: number, lector = place * 10, callo = false, mueve = false) =>
  stand(
    s,
    { lugar: place, lector, ajeno: false, desde: null, callo, dice: true, mueve, lejos: false },
    min(m),
    INICIALES,
  )

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
  // Long enough in B for a stay: A is a new stay then.
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

test('the way from a place is no part of the stay, nor is passing a place on it a stay', () => {
  for (const m of [0, 10, 11, 12]) say(m, A, 10, false, m > 10)
  for (const m of [13, 14, 16]) say(m, B, 20, false, true)
  expect(s).toMatchObject({ lugar: B, previaHasta: min(11) })
  say(17, C)
  expect(s).toMatchObject({ lugar: C, desde: min(17), previaHasta: min(13) })
  expect(s.firme).toMatchObject({ lugar: A, desde: min(0), hasta: min(11) })
})

test('told late of the next place, it was there since it stands there', () => {
  for (const m of [0, 10, 11, 12]) say(m, A, 10, false, m === 11)
  const report = {
    lugar: B,
    lector: 20,
    ajeno: false,
    callo: false,
    dice: true,
    mueve: false,
    lejos: false,
  }
  stand(s, { ...report, desde: min(12) }, min(14), INICIALES)
  expect(s).toMatchObject({ lugar: B, desde: min(12), previaHasta: min(11) })
})

test('told late of all of its rest, the place told until then was none of its stays', () => {
  for (const m of [0, 10, 11, 12]) say(m, A, 10, false, m > 10)
  for (const m of [13, 20, 40]) say(m, B)
  const report = { lector: 30, ajeno: false, callo: false, dice: true, mueve: false, lejos: false }
  stand(s, { ...report, lugar: C, desde: min(13) }, min(41), INICIALES)
  expect(s).toMatchObject({ lugar: C, desde: min(13), previaHasta: min(13) })
  expect(s.firme).toMatchObject({ lugar: A, hasta: min(11) })
})

test('who is moved about at a place all the time stays there', () => {
  say(0, A)
  for (let m = 1; m < 40; m++) say(m, A, 10, false, true)
  say(41, B)
  expect(s).toMatchObject({ lugar: B, previaHasta: min(39) })
})

test('a tag stood still while nobody heard it where it told of no movement before and after', () => {
  const c = createTimeBins()
  noteHearing(c, { s: 1000, lector: 1, nivel: -60, mueve: false }, copia)
  expect(saidQuieto(c, 1000)).toBe(true)
  noteHearing(c, { s: 9000, lector: 1, nivel: -60, mueve: false }, copia)
  expect(saidQuieto(c, 1000)).toBe(true)
  noteHearing(c, { s: 9001, lector: 1, nivel: -60 }, copia)
  expect(saidQuieto(c, 1000)).toBe(false)
  const movida = createTimeBins()
  for (const [s, mueve] of [
    [1000, true],
    [9000, false],
  ] as const)
    noteHearing(movida, { s, lector: 1, nivel: -60, mueve }, copia)
  expect(saidQuieto(movida, 1000)).toBe(false)
  expect(saidQuieto(movida, 9000)).toBe(true)
})
