import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../../demo/random'
import { createBelief, observe } from './belief'
import { createEngineContext } from './context'
import { createLectores, numberOf } from './lectores'
import { learnPlace } from './model/aprender'
import { compile } from './model/emission-model'
import { type Sample, samplesOf } from './model/sample'
import { createStats } from './model/stats'
import { evaluate } from './motor'
import { createCopy, createTimeBins, newest, noteHearing } from './time-bins'

const copia = createCopy()

const motor = createEngineContext()

const INICIO = 1_700_000_000
const ESTE = 101
const OESTE = 102
const LECTORES = [0, 1, 2, 3]

function createPlanta(cuantos: number) {
  const l = createLectores()
  const planta = Array.from({ length: cuantos }, (_, i) => ({
    lector: numberOf(l, 10 + i),
    lugar: i < cuantos / 2 ? ESTE : OESTE,
  }))
  return { l, planta, sumas: createStats(planta, cuantos) }
}

const sampleOf = (niveles: number[]): Sample =>
  niveles.map((media, lector) => ({ lector, media, n: 6, oido: 0.6 }))

describe('a walk', () => {
  /** Each place has a corner where a reader of the other place hears best. */
  const ESQUINAS = {
    [ESTE]: [
      [-60, -62, -78, -80],
      [-80, -66, -65, -80],
    ],
    [OESTE]: [
      [-78, -80, -62, -60],
      [-65, -80, -80, -66],
    ],
  }

  test('a place is known by its spots, not by their mean alone', () => {
    const { l, planta, sumas: stats } = createPlanta(4)
    for (const [place, spots] of Object.entries(ESQUINAS))
      for (const p of spots)
        for (let i = 0; i < 4; i++) learnPlace(stats, Number(place), [sampleOf(p.map((n) => n + (i % 2)))])
    const t = compile(stats, planta, 1)
    for (const [place, spots] of Object.entries(ESQUINAS))
      for (const p of spots) {
        const c = createBelief()
        for (let s = 0; s < 20; s++)
          for (const [r, n] of p.entries())
            if ((s + r) % 3)
              observe({ motor, lectores: l }, c, { lector: r, tag: 1, s: INICIO + 30 * s, nivel: n })
        expect([p, evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 601)?.lugar]).toEqual([
          p,
          Number(place),
        ])
      }
  })

  test('each spot where a tag that sends each second was held for five seconds is known again', () => {
    const { l, planta, sumas: stats } = createPlanta(4)
    const random = createRandom(5)
    const measured = [ESTE, OESTE].flatMap((place) =>
      Array.from({ length: 12 }, () => ({
        lugar: place,
        niveles: LECTORES.map(() => Math.round(random.between(-85, -55))),
      })),
    )
    for (const place of [ESTE, OESTE]) {
      const suyos = measured.filter((p) => p.lugar === place)
      const walkObservations = suyos.flatMap((p, k) =>
        p.niveles.flatMap((nivel, lector) =>
          [0, 1, 2, 3, 4].map((s) => ({ s: INICIO + 5 * k + s, lector, nivel })),
        ),
      )
      learnPlace(stats, place, samplesOf(walkObservations, l))
    }
    const t = compile(stats, planta, 1)
    const bien = measured.filter((p) => {
      const c = createBelief()
      for (let s = 0; s < 20; s++)
        for (const [r, n] of p.niveles.entries())
          observe({ motor, lectores: l }, c, {
            lector: r,
            tag: 1,
            s: INICIO + 30 * s,
            nivel: n + ((s + r) % 3) - 1,
          })
      return evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 601)?.lugar === p.lugar
    })
    // Two spots may be like each other by chance.
    expect(bien.length).toBeGreaterThan(21)
  })

  test('few adverts make few spots', () => {
    const { l, sumas: stats } = createPlanta(2)
    const walkObservations = Array.from({ length: 40 }, (_, k) => ({
      s: INICIO + 6 * k,
      lector: k % 2,
      nivel: -50 - k,
    }))
    learnPlace(stats, ESTE, samplesOf(walkObservations, l))
    expect(stats.lugares.length).toBeLessThan(10)
  })

  test('what is learned of a place stays small, however long it is walked', () => {
    const { sumas: stats } = createPlanta(2)
    for (let i = 0; i < 500; i++) learnPlace(stats, ESTE, [sampleOf([-50 - (i % 40), -60])])
    expect(stats.lugares.length).toBeLessThan(40)
    expect(stats.muestras.reduce((a, b) => a + b)).toBe(500)
  })
})

describe('what is remembered of a tag', () => {
  test('the last hundred adverts of a tag that sends each second, with twelve readers', () => {
    const c = createTimeBins()
    for (let s = 0; s < 300; s++)
      for (let r = 0; r < 12; r++)
        if ((s + r) % 3) noteHearing(c, { s: INICIO + s, lector: r, nivel: -60 - r }, copia)
    expect((newest(c) as number) - (c.palabras[0] as number)).toBeGreaterThan(100)
    expect(c.palabras.byteLength).toBeLessThan(2000)
  })

  test('a break is the beginning of another spot, though the tag told nothing of its movement', () => {
    const { l, planta, sumas: stats } = createPlanta(2)
    const t = compile(stats, planta, 1)
    const c = createBelief()
    const hear = (desde: number, hasta: number, niveles: number[]) => {
      for (let s = desde; s < hasta; s++) {
        for (const [r, n] of niveles.entries())
          if ((s + r) % 3) observe({ motor, lectores: l }, c, { lector: r, tag: 1, s: INICIO + s, nivel: n })
        evaluate({ motor, tabla: t, lectores: l }, c, INICIO + s + 1)
      }
    }
    hear(0, 120, [-60, -70])
    expect(c.lugar).toBe(ESTE)
    hear(180, 190, [-66, -64])
    expect(c.corte).toBe(INICIO + 180)
    hear(190, 230, [-67, -63])
    expect(c.lugar).toBe(OESTE)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'ten adverts a second that come late by turns are told at one place (%i)',
    (seed) => {
      const random = createRandom(seed)
      const tarda = [random.between(0, 2), random.between(0, 2)]
      const walkObservations = Array.from({ length: 2000 }, (_, k) => {
        const s = Math.floor(k / 5) / 10
        const r = Math.floor(k / 5) % 2
        const via = (r + k) % 2
        return { s, r, tag: k % 5, llega: s + (tarda[via] as number) + random.next() }
      })
      walkObservations.sort((a, b) => a.llega - b.llega)
      const { l, planta, sumas: stats } = createPlanta(2)
      const t = compile(stats, planta, 1)
      const tags = Array.from({ length: 5 }, () => ({ c: createBelief(), lugares: [] as number[] }))
      let now = 0
      for (const { s, r, tag } of walkObservations) {
        const { c, lugares: places } = tags[tag] as (typeof tags)[number]
        observe({ motor, lectores: l }, c, { lector: r, tag, s: INICIO + Math.floor(s), nivel: -60 })
        now = Math.max(now, s)
        const place = evaluate({ motor, tabla: t, lectores: l }, c, INICIO + Math.floor(now))?.lugar
        if (place !== undefined && place !== places.at(-1)) places.push(place)
      }
      expect(tags.map(({ lugares: places }) => places.length)).toEqual([1, 1, 1, 1, 1])
    },
  )
})
