import { expect, test } from 'vitest'
import { couldTell, createLectores, noteVivo, numberOf } from '../../engine/lectores'
import { plantSnapshot, recallPlanta, type Viva } from './snapshot'

const createViva = (): Viva => ({ lectores: createLectores(), relojes: new Map(), readerLags: new Map() })

test('who takes over knows of each reader how it has been, when it was dead too', () => {
  const before = createViva()
  const n = numberOf(before.lectores, 71)
  for (let s = 0; s < 600; s += 10) noteVivo(before.lectores, n, s % 60, s)
  noteVivo(before.lectores, n, 10, 3000)
  numberOf(before.lectores, 72)
  expect([500, 2000, 3000].map((s) => couldTell(before.lectores, n, s))).toEqual([true, false, true])

  const despues = createViva()
  recallPlanta(despues, JSON.parse(JSON.stringify(plantSnapshot(before))))
  expect(despues).toEqual(before)
})
