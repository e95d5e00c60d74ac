import { expect, test } from 'vitest'
import { createLectores, numberOf } from '../lectores'
import { sampleOfRest, trainingRestOf } from './aprender'
import type { Sample } from './sample'

const IDS = Array.from({ length: 300 }, (_, n) => 1000 + 7 * n)
const silent = (lector: number) => ({ lector, media: null, n: 0, oido: 0 })

test('a rest keeps what was heard, and of the readers that heard nothing their ids alone', () => {
  const lectores = createLectores()
  for (const id of IDS) numberOf(lectores, id)
  const lugarOf = new Map(IDS.map((id, n) => [id, n]))
  const m: Sample = IDS.map((_, n) => silent(n))
  m[40] = { lector: 40, media: -50, n: 9, oido: 0.9 }
  m[41] = { lector: 41, media: -80, n: 2, oido: 0.2 }
  // It heard an advert without a level.
  m[42] = { lector: 42, media: null, n: 0, oido: 0.1 }
  // It could not have heard the tag.
  m.splice(7, 1)
  const rest = trainingRestOf(m, lectores, lugarOf)
  expect(rest?.lector).toBe(IDS[40])
  expect(rest?.oyeron.map((o) => o.lector)).toEqual([IDS[40], IDS[41], IDS[42]])
  expect(rest && sampleOfRest(rest)).toEqual(m.map((o) => ({ ...o, lector: IDS[o.lector] })))
})
