import { expect, test } from 'vitest'
import { createLectores, numberOf } from '../engine/lectores'
import { createCopy, createTimeBins, noteHearing } from '../engine/time-bins'
import {
  createLateReadings,
  noteLate,
  packLateReadings,
  toTimeBins,
  unpackLateReadings,
} from './late-readings'

const copia = createCopy()

const S0 = 1_700_000_000 - (1_700_000_000 % 16)

test('what was known and what came late are the cells that all of it in order would be', () => {
  const l = createLectores()
  const [uno, dos] = [numberOf(l, 101), numberOf(l, 102)]
  const joined = createTimeBins()
  const before = createTimeBins()
  for (let s = 0; s < 600; s += 30) {
    noteHearing(joined, { s: S0 + s, lector: uno, nivel: -60, mueve: false }, copia)
    noteHearing(before, { s: S0 + s, lector: uno, nivel: -60, mueve: false }, copia)
  }
  // The late readings are of earlier times, so that the newest cells stay the same as if all had come in order.
  const t = createLateReadings(before, l, S0)
  for (let s = 0; s < 500; s += 20) {
    noteHearing(joined, { s: S0 + s, lector: dos, nivel: -70 }, copia)
    noteLate(t, S0 + s, 102, -70, undefined)
  }
  const otra = unpackLateReadings(JSON.parse(JSON.stringify(packLateReadings(t))))
  const c = toTimeBins(otra, l, () => true)
  const walkObservations = (timeBins: typeof c) => {
    const n = new Map<number, [veces: number, suma: number]>()
    for (let i = 0; i < timeBins.usado; ) {
      const entradas = (timeBins.palabras[i + 1] as number) >>> 24
      for (let k = 0; k < entradas; k++) {
        const e = timeBins.palabras[i + 2 + 2 * k] as number
        const [veces, suma] = n.get(e >>> 20) ?? [0, 0]
        n.set(e >>> 20, [veces + ((e >>> 10) & 1023), suma + (timeBins.palabras[i + 3 + 2 * k] as number)])
      }
      i += 2 + 2 * entradas
    }
    return n
  }
  expect(walkObservations(c)).toEqual(walkObservations(joined))
  const inicios = Array.from({ length: c.usado }, (_, i) => c.palabras[i] as number).filter(
    (x) => x >= S0 && x < S0 + 700,
  )
  expect(inicios).toEqual([...new Set(inicios)].sort((a, b) => a - b))
  expect(toTimeBins(otra, l, (s) => s >= S0 + 480).palabras[0]).toBe(S0 + 480)
})
