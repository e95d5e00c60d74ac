import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../../demo/random'
import { createLectores, numberOf } from '../lectores'
import { driftOf, isStale, misfitOf } from './ageing'
import { learnPlace } from './aprender'
import { chooseWeights } from './choosing'
import { compile } from './emission-model'
import { noteFit } from './fit'
import { packStats, unpackStats } from './guardado'
import type { Sample } from './sample'
import { createStats, forgetPlace } from './stats'
import { PLAIN } from './weights'

const ESTE = 101
const OESTE = 102

/** Four readers, two in each place. */
function createPlanta() {
  const l = createLectores()
  const planta = [0, 1, 2, 3].map((i) => ({ lector: numberOf(l, 10 + i), lugar: i < 2 ? ESTE : OESTE }))
  return { l, planta, sumas: createStats(planta, 4) }
}

const sampleOf = (niveles: number[]): Sample =>
  niveles.map((media, lector) => ({ lector, media, n: 6, oido: 0.8 }))

/**
 * A walk of 20 pieces for each place.
 * @param levelsOf levels of the readers in one piece of a place
 */
function walk(levelsOf: (place: number, k: number) => number[], dia = 0) {
  const p = createPlanta()
  for (const place of [ESTE, OESTE])
    for (let k = 0; k < 20; k++) learnPlace(p.sumas, place, [sampleOf(levelsOf(place, k))], dia)
  return p
}

describe('how much each model counts', () => {
  test('where readers of the other place are the louder ones, what readers say without the walk counts for little', () => {
    const random = createRandom(3)
    const { sumas: stats, planta } = walk((place) =>
      [0, 1, 2, 3].map((r) => random.normal(3) + (r < 2 === (place === ESTE) ? -80 : -60)),
    )
    const v = chooseWeights(stats, planta)
    expect(v?.pruebas).toBe(40)
    expect(v?.aciertos).toMatchObject({ sitios: 40, zonas: 40, lectores: 0 })
    expect(v?.juntos).toBe(40)
    expect(v?.pesos.lectores).toBeLessThan(0.05)
  })

  test('where a walk tells of another day only, what readers say without it counts for more than before', () => {
    const random = createRandom(4)
    // In each fifth of the walk other readers of the place are loud, so that no fold resembles another.
    const { sumas: stats, planta } = walk((place, k) => {
      const away = Math.floor(k / 4) % 2 ? 25 : 0
      return [0, 1, 2, 3].map(
        (r) => random.normal(2) - 62 - (r < 2 === (place === ESTE) ? 0 : 6) - (r % 2 ? away : 25 - away),
      )
    })
    const v = chooseWeights(stats, planta)
    expect(v?.aciertos.lectores).toBeGreaterThan(v?.aciertos.sitios ?? 0)
    // Its prior was one of fourteen parts.
    expect(v?.pesos.lectores).toBeGreaterThan(1 / 14)
  })

  test('where a place has no reader, nothing is told without its walk', () => {
    const p = walk((place, k) => [0, 1, 2, 3].map((r) => -60 - k - (r < 2 === (place === ESTE) ? 0 : 15)))
    for (let k = 0; k < 20; k++) learnPlace(p.sumas, 103, [sampleOf([-75, -75, -75, -75 - k])])
    expect(chooseWeights(p.sumas, p.planta)?.pesos.lectores).toBe(0)
  })

  test('without a walk there is nothing to choose, and what was kept before models were compared is told as it was', () => {
    const { sumas: stats, planta, l } = createPlanta()
    expect(chooseWeights(stats, planta)).toBeNull()
    const p = walk((place, k) => [0, 1, 2, 3].map((r) => -60 - k - (r < 2 === (place === ESTE) ? 0 : 15)))
    const old = JSON.parse(JSON.stringify(packStats(p.sumas, p.l)))
    expect(old.mezcla).toBeUndefined()
    const read = unpackStats(old, planta, l, new Set(), new Set([ESTE, OESTE]))
    expect(compile(read, planta, 1).modelos.map((m) => [m.clase, m.peso])).toEqual([['sitios', PLAIN.sitios]])
  })

  test('the choice is kept with what was learned; a model that hardly counts costs nothing', () => {
    const p = walk(
      (place, k) => [0, 1, 2, 3].map((r) => -60 - k - (r < 2 === (place === ESTE) ? 0 : 15)),
      20_000,
    )
    p.sumas.mezcla = { sitios: 0.32, zonas: 0.64, lectores: 0.04 }
    p.sumas.ajuste.set(ESTE, { n: 3, visto: 40, esperado: 50 })
    const kept = JSON.parse(JSON.stringify(packStats(p.sumas, p.l)))
    const again = unpackStats(kept, p.planta, p.l, new Set(), new Set([ESTE, OESTE]))
    const { modelos } = compile(again, p.planta, 1)
    expect(modelos.map((m) => m.clase)).toEqual(['zonas', 'sitios'])
    expect(modelos.map((m) => m.peso)).toEqual([expect.closeTo(2 / 3, 6), expect.closeTo(1 / 3, 6)])
    expect(again.ajuste).toEqual(p.sumas.ajuste)
    expect(again.dias.slice(4)).toEqual(p.sumas.dias.slice(4))
  })
})

describe('the age of a walk', () => {
  const DIA = 20_000
  const andada = () =>
    walk((place, k) => [0, 1, 2, 3].map((r) => -60 - (k % 5) - (r < 2 === (place === ESTE) ? 0 : 15)), DIA)

  test('its levels are believed less from month to month, the less the worse rests fit', () => {
    const { sumas: stats } = andada()
    const spot = stats.propio.indexOf(-1)
    const driftAfter = (days: number) => driftOf(stats, spot, DIA + days)
    expect(driftAfter(0)).toBe(0)
    expect(driftAfter(60)).toBeGreaterThan(1)
    expect(driftAfter(365)).toBeCloseTo(4, 0)
    stats.ajuste.set(ESTE, { n: 40, visto: 40 * 36, esperado: 40 * 20 })
    expect(driftAfter(365)).toBeGreaterThan(9)
    // Samples whose day is not known do not age.
    stats.dias[spot] = 0
    expect(driftAfter(365)).toBe(0)
  })

  test('a place whose rests lie far from its walk is to be walked again, and one that was walked again is not', () => {
    const { sumas: stats, planta } = andada()
    const t = compile(stats, planta, 1)
    const rest = (db: number) => noteFit(stats, t, ESTE, sampleOf([-62 + db, -62 - db, -77, -77]))
    for (let k = 0; k < 4; k++) rest(1)
    expect(misfitOf(stats.ajuste.get(ESTE))).toBeNull()
    for (let k = 0; k < 6; k++) rest(1)
    expect(misfitOf(stats.ajuste.get(ESTE))).toBeLessThan(1)
    for (let k = 0; k < 10; k++) rest(20)
    expect(isStale(stats.ajuste.get(ESTE))).toBe(true)
    noteFit(stats, t, 999, sampleOf([-62, -62, -77, -77]))
    expect([...stats.ajuste.keys()]).toEqual([ESTE])
    forgetPlace(stats, ESTE)
    expect(isStale(stats.ajuste.get(ESTE))).toBe(false)
  })
})
