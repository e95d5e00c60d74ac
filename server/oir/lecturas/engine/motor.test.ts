import { describe, expect, test } from 'vitest'
import {
  createPlanta,
  hearings,
  INICIO,
  LECTORES,
  type Lectura,
  LUGARES,
  run,
} from '../../../testing/simulated-plant'
import { type Belief, createBelief, observe } from './belief'
import { packBelief, unpackBelief } from './codec'
import { confirm } from './confirm'
import { createEngineContext } from './context'
import { createLectores, numberOf } from './lectores'
import { compile } from './model/emission-model'
import { createStats } from './model/stats'
import { type Estimate, evaluate, isDue } from './motor'
import { createCopy, createTimeBins, noteHearing } from './time-bins'

const copia = createCopy()

const motor = createEngineContext()

const changes = (estimates: Estimate[]) =>
  estimates.filter((j) => j.cambio).map((j) => [j.cambio?.causa, j.lugar])

describe('where a tag is', () => {
  test.each([1, 10, 30, 60])('the place of the nearest reader, with adverts each %i s', (cada) => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 20 * cada, cada, 22))
    expect(c.lugar).toBe(102)
    const despues = run(c, t, l, hearings(20 * cada, 40 * cada, cada, 57))
    expect(c.lugar).toBe(104)
    expect(changes(despues)).toHaveLength(1)
  })

  test('a rest of hours is one stay', () => {
    const { l, t } = createPlanta()
    const estimates = run(createBelief(), t, l, hearings(0, 14_400, 45, 22, false))
    expect(changes(estimates)).toEqual([['evidencia', 102]])
    expect(estimates.at(-1)).toMatchObject({ firme: true, modo: 'quieto' })
  })

  test('what a tag sends more or less than others changes nothing', () => {
    for (const deviation of [-9, 0, 9]) {
      const { l, t } = createPlanta()
      const c = createBelief()
      const lecturas = hearings(0, 900, 30, 36).map((o) => ({ ...o, nivel: (o.nivel as number) + deviation }))
      run(c, t, l, lecturas)
      expect([deviation, c.lugar]).toEqual([deviation, 103])
    }
  })

  test('a forklift that passes readers makes no stay there', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 1200, 45, 1, false))
    const paso: Lectura[] = []
    for (let s = 1200; s < 1230; s += 3) paso.push(...hearings(s, s + 1, 3, (s - 1200) * 2, true))
    const llegada = hearings(1230, 2400, 45, 60, false)
    const firmes = new Set(run(c, t, l, [...paso, ...llegada]).flatMap((j) => (j.firme ? [j.lugar] : [])))
    expect([...firmes].filter((place) => place !== 101)).toEqual([104])
  })

  test('on the move that is said, with the place it is near', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 30, 1, false))
    const estimates = run(c, t, l, hearings(600, 660, 3, 40, true))
    expect(estimates.at(-1)).toMatchObject({ modo: 'moviendo', lugar: 103, firme: false })
  })
})

describe('a tag that tells of its movement', () => {
  test('what is told late of a rest is told of all of it', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, [...hearings(0, 1200, 45, 1, false), ...hearings(1200, 1260, 3, 30, true)])
    run(c, t, l, hearings(1290, 4800, 45, 24, false))
    expect(c.lugar).toBe(102)
    c.lugar = 101
    c.pesado = null
    const estimates = run(c, t, l, hearings(4800, 6000, 45, 24, false))
    expect(estimates.at(-1)?.lugar).toBe(102)
    expect(c.desde - INICIO).toBeGreaterThanOrEqual(1257)
    expect(c.desde - INICIO).toBeLessThanOrEqual(1380)
  })

  test('one that somebody bumps into goes on with what was heard before', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 1200, 45, 22, false))
    const { corte: changePoint } = c
    run(c, t, l, hearings(1215, 1216, 1, 22, true))
    expect(c.corte).toBeGreaterThan(changePoint)
    run(c, t, l, hearings(1260, 1800, 45, 22, false))
    expect(c).toMatchObject({ decidido: true, lugar: 102, desde: INICIO })
    expect(c.corte).toBe(INICIO)
  })

  test('a way that nobody heard is no part of its rest', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 3600, 45, 1, false))
    run(c, t, l, hearings(3750, 6000, 45, 60, false))
    expect(c.lugar).toBe(104)
    expect(c.desde - INICIO).toBeGreaterThanOrEqual(3750)
  })

  test('put elsewhere without a word of it, it is told there within minutes; with one, it is told to move at once', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 1200, 5, 1, false))
    run(c, t, l, hearings(1200, 1380, 5, 60, false))
    expect(c.lugar).toBe(104)
    run(c, t, l, hearings(1380, 2580, 5, 60, false))
    const estimates = run(c, t, l, hearings(2582, 2583, 1, 60, true))
    expect(estimates.at(-1)?.modo).toBe('moviendo')
  })
})

describe('time and order', () => {
  test('a late batch says where the tag was, and does not pull it back', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    const before = hearings(0, 600, 30, 1, false)
    const tarde = before.filter((o) => o.r === 0)
    run(
      c,
      t,
      l,
      before.filter((o) => o.r !== 0),
    )
    run(c, t, l, [...hearings(600, 612, 3, 30, true), ...hearings(630, 1200, 30, 60, false)])
    expect(c.lugar).toBe(104)
    for (const o of tarde)
      observe({ motor, lectores: l }, c, { lector: o.r, tag: o.tag, s: o.s, nivel: o.nivel, mueve: o.mueve })
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 1201)).toMatchObject({
      lugar: 104,
      cambio: null,
    })
  })

  test('the same readings in another order within a minute give the same stays', () => {
    const all = [
      ...hearings(0, 1200, 30, 1),
      ...hearings(1200, 3000, 30, 41),
      ...hearings(3000, 4800, 30, 62),
    ]
    const staysOf = (lecturas: Lectura[]) => {
      const { l, t } = createPlanta()
      const firmes = run(createBelief(), t, l, lecturas, 4800).filter((j) => j.firme)
      return [...new Set(firmes.map((j) => `${j.lugar} ${j.desde}`))]
    }
    const order = (o: Lectura) => o.s + ((o.s * 31 + o.r * 17) % 59)
    const revueltas = [...all].sort((a, b) => order(a) - order(b))
    expect(revueltas).not.toEqual(all)
    expect(staysOf(revueltas)).toEqual(staysOf(all))
  })

  test('a tag that falls silent is told gone within 20 minutes, and where it was last', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 3600, 60, 22))
    const due = [5, 10, 15, 20, 21].filter((m) => isDue(c, INICIO + 3600 + m * 60))
    expect(due[0]).toBeLessThanOrEqual(20)
    const j = evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 3600 + 1200)
    expect(j).toMatchObject({ modo: 'fuera', lugar: 102, cambio: { causa: 'salida' } })
    expect(isDue(c, INICIO + 3600 + 2400)).toBe(false)
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 3600 + 2400)?.cambio).toBeNull()
    const vuelve = run(c, t, l, hearings(9000, 9300, 60, 22))
    expect(changes(vuelve)).toEqual([['evidencia', 102]])
  })

  test('a clock that was ahead is forgotten', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 30, 1))
    observe({ motor, lectores: l }, c, { lector: 3, tag: 1, s: INICIO + 90_000, nivel: -40 })
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 601)?.lugar).toBe(101)
    run(c, t, l, hearings(630, 1200, 30, 1))
    expect(c.lugar).toBe(101)
  })
})

describe('what people say', () => {
  test('a confirmation holds against weak evidence until the tag moves', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 30, 29, false))
    const confirmed = confirm({ motor, tabla: t, lectores: l }, c, 103, INICIO + 601)
    expect(confirmed).toMatchObject({ cambio: { causa: 'confirmacion' } })
    expect(confirmed.muestra?.length).toBeGreaterThan(0)
    run(c, t, l, hearings(600, 1800, 30, 29, false))
    expect(c.lugar).toBe(103)
    run(c, t, l, [...hearings(1800, 1820, 3, 10, true), ...hearings(1830, 3000, 30, 1, false)])
    expect(c.lugar).toBe(101)
  })

  test('how unlikely it was is told', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 30, 1, false))
    const far = confirm({ motor, tabla: t, lectores: l }, c, 104, INICIO + 601).nats
    const near = confirm({ motor, tabla: t, lectores: l }, c, 101, INICIO + 601).nats
    expect(far).toBeGreaterThan(near + 3)
  })
})

describe('memory', () => {
  test('a tag costs under 2 KB, kept and handed over, however much is heard', () => {
    const l = createLectores()
    const planta = Array.from({ length: 45 }, (_, i) => ({ lector: numberOf(l, 1000 + i), lugar: i }))
    const t = compile(createStats(planta, 45), planta, 1)
    const c = createBelief()
    for (let s = 0; s < 600; s++)
      for (let k = 0; k < 30; k++)
        observe({ motor, lectores: l }, c, {
          lector: (k * 7 + s) % 45,
          tag: 1,
          s: INICIO + Math.floor(s / 2),
          nivel: -60 - ((k * 13 + s) % 35),
        })
    expect(c.celdas.palabras.byteLength).toBeLessThan(2000)
    expect(packBelief(c, l).length).toBeLessThan(2048)
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 301)).not.toBeNull()
  })

  test('cells that are passed over would not have changed', () => {
    for (const cada of [1, 15, 45, 200]) {
      const all = createTimeBins()
      const unas = createTimeBins()
      for (let k = 0; k < 600; k++) {
        const n = (k * 7919) % 1000
        const s = INICIO + cada * k - (n % 5 ? 0 : 3 * n)
        Object.assign(all, { fijas: 0, maximas: 0 })
        const changePoint = INICIO + cada * (k - (k % 97))
        for (const c of [all, unas])
          noteHearing(c, { s, lector: n % 7, nivel: -50 - (n % 40), mueve: n % 11 === 0 }, copia, changePoint)
        expect(unas.palabras.subarray(0, unas.usado)).toEqual(all.palabras.subarray(0, all.usado))
      }
      expect(cada < 45 || unas.maximas > 0).toBe(true)
    }
  })

  test('nothing is lost on the way to another process', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 7, 22, false))
    const otros = createLectores()
    for (const id of [44, 7, 22]) numberOf(otros, id)
    const g = packBelief(c, l)
    const otra = unpackBelief(g, otros) as Belief
    expect(packBelief(unpackBelief(packBelief(otra, otros), l) as Belief, l)).toEqual(g)
    expect(otra.lugar).toBe(102)
  })

  test.each([
    ['the reported place', 102],
    ['the place in question', 103],
  ])('what another process weighed is weighed again if %s is gone', (_, gone) => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 1800, 30, 28, false))
    expect(c.pesado?.orden.map((o) => o.lugar)).toEqual(expect.arrayContaining([102, 103]))
    expect(c.lugar).toBe(102)
    const pesado = c.pesado && { ...c.pesado, tabla: null }
    const now = INICIO + 1830
    const before = evaluate({ motor, tabla: t, lectores: l }, { ...c, pesado: pesado && { ...pesado } }, now)
    expect(before?.orden).toEqual(c.pesado?.orden)
    // The reader of that place hangs at another one by now.
    const { t: otra } = createPlanta(LUGARES.map((place) => (place === gone ? 105 : place)))
    const j = evaluate({ motor, tabla: otra, lectores: l }, { ...c, pesado }, now)
    expect(j?.orden.map((o) => o.lugar)).not.toContain(gone)
    expect(j?.lugar).toBe(gone === 102 ? 105 : 102)
  })

  test('what is broken is forgotten', () => {
    const { l, t } = createPlanta()
    const c = createBelief()
    run(c, t, l, hearings(0, 600, 7, 22, false))
    const g = packBelief(c, l)
    for (let n = 0; n < g.length; n++) {
      const cortada = unpackBelief(g.subarray(0, n), l)
      if (cortada)
        expect(() => evaluate({ motor, tabla: t, lectores: l }, cortada, INICIO + 601)).not.toThrow()
      const mala = Buffer.from(g)
      mala[n] = 0xff
      const rota = unpackBelief(mala, l)
      if (rota) expect(() => evaluate({ motor, tabla: t, lectores: l }, rota, INICIO + 601)).not.toThrow()
    }
  })
})

describe('values that cannot be', () => {
  test.each([null, Number.NaN, 0, 127, -500, Number.POSITIVE_INFINITY])(
    'a level of %s counts as heard',
    (level) => {
      const { l, t } = createPlanta()
      const c = createBelief()
      run(c, t, l, hearings(0, 600, 30, 22))
      for (let s = 0; s < 10; s++)
        observe({ motor, lectores: l }, c, { lector: 3, tag: 1, s: INICIO + 600 + s, nivel: level })
      const j = evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 611)
      expect(j?.lugar).toBe(102)
      expect(j?.orden.every((o) => o.p >= 0 && o.p <= 1)).toBe(true)
    },
  )

  test('a reader that is not on the plan yet has its surroundings beside those that are', () => {
    const l = createLectores()
    const planta = LECTORES.map((id, i) => ({
      lector: numberOf(l, id),
      lugar: LUGARES[i] as number,
      x: 45 * i,
      y: 0,
    }))
    const nuevo = { lector: numberOf(l, 99), lugar: 109, x: null, y: null }
    const t = compile(createStats([...planta, nuevo], 5), [...planta, nuevo], 0)
    for (const [n, place] of [
      [nuevo.lector, 109],
      [0, 101],
    ] as const) {
      const c = createBelief()
      observe({ motor, lectores: l }, c, { lector: n, tag: 1, s: INICIO, nivel: -52 })
      expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO)?.lugar).toBe(place)
    }
  })

  test('no reader with a place: nothing is told', () => {
    const l = createLectores()
    const planta = [{ lector: numberOf(l, 1), lugar: -1 }]
    const t = compile(createStats(planta, 1), planta, 1)
    const c = createBelief()
    observe({ motor, lectores: l }, c, { lector: 0, tag: 1, s: INICIO, nivel: -50 })
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 1)).toBeNull()
  })
})
