import { expect, test } from 'vitest'
import { couldTell, createLectores, noteVivo, numberOf } from '../../engine/lectores'
import { createDeviceState } from '../../rules/device-state'
import { plantSnapshot, recall, recallPlanta, snapshotOf, VERSION, type Viva } from './snapshot'

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

test('what the version before handed over is read by the names that it gave', () => {
  const despues = createViva()
  recallPlanta(despues, {
    v: VERSION,
    lectores: [[71, 500, 3, 0.5, [4], 600, null, null]],
    relojes: [[71, 12, 0.5, null, 9]],
    atrasos: [[71, -2, 700]],
  })
  expect([despues.lectores.ids, [...despues.relojes.keys()], [...despues.readerLags]]).toEqual([
    [71],
    [71],
    [[71, { reloj: -2, tardeDesde: 700 }]],
  ])
  const r = createDeviceState(5, 1, 'AC233F000001')
  const tardias = { cuando: 9, que: { datos: '', desde: 3, ultima: 4, vivas: null, lectores: [71] } }
  recall(r, JSON.parse(JSON.stringify({ ...snapshotOf(r), tardias, impacto: { oyente: 71 } })))
  expect(r.remiendo).toMatchObject({
    cuando: 9,
    lateReadings: { desde: 3, ultima: 4, lectores: new Set([71]) },
  })
  expect(r.impacto?.oyente).toBe(71)
  expect(Object.keys(snapshotOf(r))).toContain('tardias')
  expect(Object.keys(plantSnapshot(despues))).toEqual(['v', 'lectores', 'relojes', 'atrasos'])
})
