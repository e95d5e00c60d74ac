import { describe, expect, test } from 'vitest'
import { createAzar } from '../../../demo/azar'
import { learnCercania, learnLugar } from './aprender'
import { createCeldas, newest, noteOido } from './celdas'
import { createCreencia } from './creencia'
import { packSumas, unpackSumas } from './guardado'
import { createLectores, numberOf } from './lectores'
import { evaluate, observe } from './motor'
import { type Muestra, muestrasOf } from './muestra'
import { createSumas } from './sumas'
import { compile, type Tabla } from './tabla'

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
  return { l, planta, sumas: createSumas(planta, cuantos) }
}

const sampleOf = (niveles: number[]): Muestra =>
  niveles.map((media, lector) => ({ lector, media, n: 6, oido: 0.6 }))

describe('a walk', () => {
  /** Each place has a corner where a reader of the other one hears best. */
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
    const { l, planta, sumas } = createPlanta(4)
    for (const [lugar, puntos] of Object.entries(ESQUINAS))
      for (const p of puntos)
        for (let i = 0; i < 4; i++) learnLugar(sumas, Number(lugar), [sampleOf(p.map((n) => n + (i % 2)))])
    const t = compile(sumas, planta, 1)
    for (const [lugar, puntos] of Object.entries(ESQUINAS))
      for (const p of puntos) {
        const c = createCreencia()
        for (let s = 0; s < 20; s++)
          for (const [r, n] of p.entries()) if ((s + r) % 3) observe(c, l, r, 1, INICIO + 30 * s, n)
        expect([p, evaluate(c, t, l, INICIO + 601)?.lugar]).toEqual([p, Number(lugar)])
      }
  })

  test('each spot where a tag that sends each second was held for five seconds is known again', () => {
    const { l, planta, sumas } = createPlanta(4)
    const azar = createAzar(5)
    const sitios = [ESTE, OESTE].flatMap((lugar) =>
      Array.from({ length: 12 }, () => ({
        lugar,
        niveles: LECTORES.map(() => Math.round(azar.between(-85, -55))),
      })),
    )
    for (const lugar of [ESTE, OESTE]) {
      const suyos = sitios.filter((p) => p.lugar === lugar)
      const oidos = suyos.flatMap((p, k) =>
        p.niveles.flatMap((nivel, lector) =>
          [0, 1, 2, 3, 4].map((s) => ({ s: INICIO + 5 * k + s, lector, nivel })),
        ),
      )
      learnLugar(sumas, lugar, muestrasOf(oidos, l))
    }
    const t = compile(sumas, planta, 1)
    const bien = sitios.filter((p) => {
      const c = createCreencia()
      for (let s = 0; s < 20; s++)
        for (const [r, n] of p.niveles.entries()) observe(c, l, r, 1, INICIO + 30 * s, n + ((s + r) % 3) - 1)
      return evaluate(c, t, l, INICIO + 601)?.lugar === p.lugar
    })
    // By chance two spots may be like each other.
    expect(bien.length).toBeGreaterThan(21)
  })

  test('few adverts make few spots', () => {
    const { l, sumas } = createPlanta(2)
    const oidos = Array.from({ length: 40 }, (_, k) => ({ s: INICIO + 6 * k, lector: k % 2, nivel: -50 - k }))
    learnLugar(sumas, ESTE, muestrasOf(oidos, l))
    expect(sumas.lugares.length).toBeLessThan(10)
  })

  test('what is learned of a place stays small, however long it is walked', () => {
    const { sumas } = createPlanta(2)
    for (let i = 0; i < 500; i++) learnLugar(sumas, ESTE, [sampleOf([-50 - (i % 40), -60])])
    expect(sumas.lugares.length).toBeLessThan(40)
    expect(sumas.muestras.reduce((a, b) => a + b)).toBe(500)
  })
})

describe('how near to its walk a plant lives', () => {
  /** A plant that was walked through twelve spots of each place, and what a rest beside one of them tells, by so many dB away from it. */
  function createAndada(semilla: number) {
    const { l, planta, sumas } = createPlanta(4)
    const azar = createAzar(semilla)
    const sitios = [ESTE, OESTE].flatMap((lugar) =>
      Array.from({ length: 12 }, () => ({
        lugar,
        // Its own readers hear it better.
        niveles: LECTORES.map((r) => azar.between(-85, -65) + (r < 2 === (lugar === ESTE) ? 14 : 0)),
      })),
    )
    for (const { lugar, niveles } of sitios) learnLugar(sumas, lugar, [sampleOf(niveles)])
    const restAt = (k: number, db: number) =>
      sampleOf((sitios[k % 24]?.niveles ?? []).map((n) => n + azar.between(-db, db)))
    return { l, planta, sumas, sitios, restAt }
  }
  const learnRests = (db: number, semilla: number) => {
    const p = createAndada(semilla)
    for (let k = 0; k < 120; k++) learnCercania(p.sumas, compile(p.sumas, p.planta, 1), p.restAt(k, db))
    return { ...p, tabla: compile(p.sumas, p.planta, 2) }
  }

  test.each([1, 2, 3])('rests at its spots tell it, rests anywhere in its places do not (%i)', (semilla) => {
    expect(compile(createAndada(semilla).sumas, createAndada(semilla).planta, 1).cerca).toBe(0)
    expect(learnRests(1, semilla).tabla.cerca).toBeGreaterThan(0.7)
    expect(learnRests(12, semilla).tabla.cerca).toBe(0)
  })

  test('a tag at a spot of the walk is told there, though a reader of another place hears it best', () => {
    const { sumas, planta, l, sitios } = learnRests(1, 4)
    const raro = { lugar: ESTE, niveles: [-74, -75, -66, -67] }
    learnLugar(sumas, raro.lugar, [sampleOf(raro.niveles)])
    const tell = (t: Tabla, niveles: number[]) => {
      const c = createCreencia()
      for (let s = 0; s < 20; s++)
        for (const [r, n] of niveles.entries()) observe(c, l, r, 1, INICIO + 30 * s, n)
      return evaluate(c, t, l, INICIO + 601)
    }
    const [lejos, cerca] = [compile({ ...sumas, cercania: -3 }, planta, 3), compile(sumas, planta, 3)]
    expect(tell(lejos, raro.niveles)?.lugar).toBe(OESTE)
    expect(tell(cerca, raro.niveles)).toMatchObject({ lugar: ESTE })
    for (const { lugar, niveles } of sitios) expect(tell(cerca, niveles)?.lugar).toBe(lugar)
  })

  test('it is kept with what was learned, and what was kept without it knows nothing of it', () => {
    const { sumas, planta, l, tabla } = learnRests(1, 5)
    const lugares = new Set([ESTE, OESTE])
    const kept = JSON.parse(JSON.stringify(packSumas(sumas, l)))
    const again = compile(unpackSumas(kept, planta, l, new Set(), lugares), planta, 2)
    expect(again.cerca).toBeCloseTo(tabla.cerca, 2)
    const { cercania: _, ...antes } = kept
    expect(compile(unpackSumas(antes, planta, l, new Set(), lugares), planta, 2).cerca).toBe(0)
  })
})

describe('what is remembered of a tag', () => {
  test('the last hundred adverts of a tag that sends each second, with twelve readers', () => {
    const c = createCeldas()
    for (let s = 0; s < 300; s++)
      for (let r = 0; r < 12; r++) if ((s + r) % 3) noteOido(c, INICIO + s, r, -60 - r)
    expect((newest(c) as number) - (c.palabras[0] as number)).toBeGreaterThan(100)
    expect(c.palabras.byteLength).toBeLessThan(2000)
  })

  test('a break is the beginning of another spot, though the tag told nothing of its movement', () => {
    const { l, planta, sumas } = createPlanta(2)
    const t = compile(sumas, planta, 1)
    const c = createCreencia()
    const hear = (desde: number, hasta: number, niveles: number[]) => {
      for (let s = desde; s < hasta; s++) {
        for (const [r, n] of niveles.entries()) if ((s + r) % 3) observe(c, l, r, 1, INICIO + s, n)
        evaluate(c, t, l, INICIO + s + 1)
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
    (semilla) => {
      const azar = createAzar(semilla)
      const tarda = [azar.between(0, 2), azar.between(0, 2)]
      const oidos = Array.from({ length: 2000 }, (_, k) => {
        const s = Math.floor(k / 5) / 10
        const r = Math.floor(k / 5) % 2
        const via = (r + k) % 2
        return { s, r, tag: k % 5, llega: s + (tarda[via] as number) + azar.next() }
      })
      oidos.sort((a, b) => a.llega - b.llega)
      const { l, planta, sumas } = createPlanta(2)
      const t = compile(sumas, planta, 1)
      const tags = Array.from({ length: 5 }, () => ({ c: createCreencia(), lugares: [] as number[] }))
      let ahora = 0
      for (const { s, r, tag } of oidos) {
        const { c, lugares } = tags[tag] as (typeof tags)[number]
        observe(c, l, r, tag, INICIO + Math.floor(s), -60)
        ahora = Math.max(ahora, s)
        const lugar = evaluate(c, t, l, INICIO + Math.floor(ahora))?.lugar
        if (lugar !== undefined && lugar !== lugares.at(-1)) lugares.push(lugar)
      }
      expect(tags.map(({ lugares }) => lugares.length)).toEqual([1, 1, 1, 1, 1])
    },
  )
})
