import { describe, expect, test } from 'vitest'
import { LECTORES_POR_EMPRESA } from '#contract/parque/dispositivos/values'
import { createPlanta, hearings, INICIO, type Lectura } from '../../../testing/simulated-plant'
import { type Belief, createBelief, observe } from './belief'
import { packBelief, unpackBelief } from './codec'
import { createEngineContext } from './context'
import { couldTell, createLectores, hasNumber, isMuerto, noteVivo, numberOf } from './lectores'
import { evaluate } from './motor'
import { HEADER, lectorOf, MAX_LECTORES } from './time-bins'

const motor = createEngineContext()

describe('readers that are dead', () => {
  const ALL = [0, 1, 2, 3]
  /** Hearings of other tags, which show that a reader is alive. */
  const others = (desde: number, hasta: number, vivos: number[]) =>
    [5, 6, 7, 8, 9]
      .flatMap((tag) => hearings(desde + tag, hasta, 20, (tag - 5) * 15, false).map((o) => ({ ...o, tag })))
      .filter((o) => vivos.includes(o.r))

  /** A hall with tag 1. `feed` takes hearings, and returns when and where another place than `who` was reported for it. */
  function createSala(places?: readonly number[]) {
    const { l, t } = createPlanta(places)
    const c = createBelief()
    const beliefs = new Map<number, Belief>([[1, c]])
    const feed = (lecturas: Lectura[], who = c.lugar) => {
      const otros: unknown[] = []
      for (const o of lecturas.sort((a, b) => a.s - b.s)) {
        const suya = beliefs.get(o.tag) ?? createBelief()
        beliefs.set(o.tag, suya)
        observe({ motor, lectores: l }, suya, {
          lector: o.r,
          tag: o.tag,
          s: o.s,
          nivel: o.nivel,
          mueve: o.mueve,
        })
        if (o.tag !== 1) continue
        const j = evaluate({ motor, tabla: t, lectores: l }, c, o.s + 1)
        if (j && who !== null && j.lugar !== who) otros.push([o.s - INICIO, j.lugar])
      }
      return otros
    }
    const live = (desde: number, hasta: number, x: number, vivos = ALL) => [
      ...hearings(desde, hasta, 30, x, false).filter((o) => vivos.includes(o.r)),
      ...others(desde, hasta, vivos),
    ]
    return { l, t, c, feed, live }
  }
  const SIN_UNO = [0, 2, 3]

  test('its tags are not told elsewhere, and it is said', () => {
    const { l, t, c, feed, live } = createSala()
    feed(live(0, 1800, 27))
    expect(c.lugar).toBe(102)
    feed(live(1800, 5400, 27, SIN_UNO))
    expect(evaluate({ motor, tabla: t, lectores: l }, c, INICIO + 5401)).toMatchObject({
      lugar: 102,
      sinLector: true,
    })
  })

  test('nor where another reader of the place lives, that hears less', () => {
    const { c, feed, live } = createSala([101, 102, 103, 102])
    feed(live(0, 1800, 28))
    expect(c.lugar).toBe(102)
    expect(feed(live(1800, 5400, 28, SIN_UNO))).toEqual([])
  })

  test('nor by one word of movement', () => {
    const { feed, live } = createSala()
    feed(live(0, 1800, 27))
    feed(live(1800, 2700, 27, SIN_UNO))
    const roce = { s: INICIO + 2712, r: 2, nivel: -45, tag: 1, mueve: true }
    expect(feed([roce, ...live(2730, 5400, 27, SIN_UNO)])).toEqual([])
  })

  test('nor is another spot seen when it lives again: it heard nobody in that time', () => {
    const { c, feed, live } = createSala()
    feed(live(0, 1800, 27))
    const { corte: changePoint } = c
    expect(feed(live(1800, 4800, 27, SIN_UNO))).toEqual([])
    expect(feed(live(4800, 8800, 27))).toEqual([])
    expect(c.corte).toBe(changePoint)
  })

  test('a tag that moves away meanwhile is told where it is', () => {
    const { c, feed, live } = createSala()
    feed(live(0, 1800, 27))
    feed([...live(1800, 2700, 27, SIN_UNO), ...hearings(2700, 2730, 3, 45, true).filter((o) => o.r !== 1)])
    feed(live(2740, 5400, 60, SIN_UNO))
    expect(c.lugar).toBe(104)
  })

  test('one whose messages come late was not dead', () => {
    const l = createLectores()
    const n = numberOf(l, 7)
    for (let s = 0; s < 300; s += 5) noteVivo(l, n, s % 4, INICIO + s)
    expect(isMuerto(l, n, INICIO + 3000)).toBe(true)
    noteVivo(l, n, 1, INICIO + 3000)
    expect([couldTell(l, n, INICIO + 200), couldTell(l, n, INICIO + 2000)]).toEqual([true, false])
    noteVivo(l, n, 1, INICIO + 1500)
    expect(couldTell(l, n, INICIO + 2000)).toBe(true)
  })
})

describe('numbers of readers', () => {
  test('none goes by the number of another: behind the last one there is none left', () => {
    const l = createLectores()
    const c = createBelief()
    for (let id = 1; id <= MAX_LECTORES; id++) numberOf(l, id)
    observe({ motor, lectores: l }, c, { lector: numberOf(l, MAX_LECTORES), tag: 7, s: INICIO, nivel: -60 })
    expect(lectorOf(c.celdas.palabras[HEADER] as number)).toBe(MAX_LECTORES - 1)
    expect(packBelief(c, l).length).toBeGreaterThan(0)
    expect(hasNumber(l, 1)).toBe(true)
    expect(hasNumber(l, MAX_LECTORES + 1)).toBe(false)
    expect(() => numberOf(l, MAX_LECTORES + 1)).toThrow(RangeError)
    expect(LECTORES_POR_EMPRESA).toBeLessThan(MAX_LECTORES)
  })

  test('what is remembered of readers for whom there is no number is forgotten', () => {
    const l = createLectores()
    const c = createBelief()
    observe({ motor, lectores: l }, c, { lector: numberOf(l, 900_001), tag: 7, s: INICIO, nivel: -60 })
    const b = packBelief(c, l)
    const lleno = createLectores()
    for (let id = 1; id <= MAX_LECTORES; id++) numberOf(lleno, id)
    expect(unpackBelief(b, lleno)).toBeNull()
  })
})
