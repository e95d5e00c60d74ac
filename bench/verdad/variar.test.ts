// @module-tag slow: tests of the benches
import { expect, test } from 'vitest'
import { createRandom } from '../../demo/random'
import { chooseLectores, loseWalkObservations, type Puesto, shuffle, stretch, walkPuestos } from './variar'

const [NORTE, SUR] = [0, 1]
/** Twelve spots of each zone, an advert every two seconds for two minutes, each spot with its own level. */
const puestos = [NORTE, SUR].flatMap((zona) =>
  Array.from({ length: 12 }, (_, i): Puesto => {
    const rssi = -40 - i - 20 * zona
    return {
      zona,
      dura: 120,
      anuncios: Array.from({ length: 60 }, (_, k) => ({ s: 2 * k, oidos: [{ lector: zona, rssi }] })),
    }
  }),
)
const levelsOf = (p: Puesto) => [...new Set(p.anuncios.flatMap((a) => a.oidos.map((o) => o.rssi)))]

test('so many readers of each zone are chosen, and none without zone', () => {
  const zonas = [0, 0, 0, 1, 1, 1, -1]
  for (let s = 0; s < 20; s++) {
    const elegidos = chooseLectores(zonas, 2, createRandom(s))
    expect(zonas.filter((_, r) => elegidos[r]).sort()).toEqual([0, 0, 1, 1])
  }
})

test('spots in another order are the same spots', () => {
  const otros = shuffle(puestos, createRandom(1))
  expect(otros).not.toEqual(puestos)
  expect(new Set(otros)).toEqual(new Set(puestos))
})

test('a spot that lasts longer hears its adverts again, in order of time', () => {
  const [uno] = puestos as [Puesto]
  const largo = stretch(uno, 3, createRandom(1))
  expect([largo.dura, largo.anuncios.length]).toEqual([360, 180])
  expect(largo.anuncios.map((a) => a.s)).toEqual(Array.from({ length: 180 }, (_, k) => 2 * k))
  expect(stretch(uno, 1, createRandom(1))).toEqual(uno)
})

test('about so many hearings are lost as asked for', () => {
  const [uno] = puestos as [Puesto]
  const quedan = (parte: number) =>
    loseWalkObservations(uno, parte, createRandom(1)).anuncios.flatMap((a) => a.oidos).length
  expect([quedan(0), quedan(1)]).toEqual([60, 0])
  expect(quedan(0.5)).toBeGreaterThan(20)
  expect(quedan(0.5)).toBeLessThan(40)
})

test('a walk through all spots takes three minutes a zone, and nothing of it is judged', () => {
  const { paseo, quedan } = walkPuestos(puestos, false, 0, createRandom(1))
  expect(paseo.map((t) => t.puestos.reduce((s, p) => s + p.dura, 0))).toEqual([180, 180])
  for (const [i, p] of quedan.entries()) {
    expect([p.anuncios[0]?.s, p.anuncios.length, p.dura]).toEqual([0, 45, 90])
    expect(levelsOf(p)).toEqual(levelsOf(puestos[i] as Puesto))
  }
  const moved = walkPuestos(puestos, false, 3, createRandom(1)).paseo.flatMap((t) => t.puestos.map(levelsOf))
  // All levels of a spot and reader are shifted alike.
  expect(moved.every((l) => l.length === 1)).toBe(true)
  expect(moved.flat()).not.toEqual(paseo.flatMap((t) => t.puestos.flatMap(levelsOf)))
})

test('a walk through other spots leaves these out of what is judged', () => {
  const { paseo, quedan } = walkPuestos(puestos, true, 0, createRandom(1))
  expect(paseo.map((t) => t.puestos.length)).toEqual([9, 9])
  expect(quedan.map((p) => p.zona)).toEqual([NORTE, NORTE, NORTE, SUR, SUR, SUR])
  const andados = new Set(paseo.flatMap((t) => t.puestos.flatMap(levelsOf)))
  expect(quedan.flatMap(levelsOf).filter((l) => andados.has(l))).toEqual([])
  expect(() => walkPuestos(puestos.slice(0, 9), true, 0, createRandom(1))).toThrow('9 spots')
})
