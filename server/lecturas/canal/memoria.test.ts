import { expect, test } from 'vitest'
import { couldTell, createLectores, noteVivo, numberOf } from '../lugar/lectores'
import { memoriaDePlanta, recallPlanta, type Viva } from './memoria'

const createViva = (): Viva => ({ lectores: createLectores(), relojes: new Map(), atrasos: new Map() })

test('who takes over knows of each reader how it has been, when it was dead too', () => {
  const antes = createViva()
  const n = numberOf(antes.lectores, 71)
  for (let s = 0; s < 600; s += 10) noteVivo(antes.lectores, n, s % 60, s)
  noteVivo(antes.lectores, n, 10, 3000)
  numberOf(antes.lectores, 72)
  expect([500, 2000, 3000].map((s) => couldTell(antes.lectores, n, s))).toEqual([true, false, true])

  const despues = createViva()
  recallPlanta(despues, JSON.parse(JSON.stringify(memoriaDePlanta(antes))))
  expect(despues).toEqual(antes)
})
