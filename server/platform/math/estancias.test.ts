import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLittle } from './little'
import { estimatePasos } from './pasos'
import { estimateSurvivalCurve, groupLifeTableRows, meanOf, medianOf, quantileOf } from './supervivencia'

const acabada = (minutos: number) => ({ minutos, acabada: true })
const sigue = (minutos: number) => ({ minutos, acabada: false })
const survivalCurveOf = (...estancias: { minutos: number; acabada: boolean }[]) =>
  estimateSurvivalCurve(groupLifeTableRows(estancias))
const edades = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 })

test('the curve of a worked example: 6, 6, 6, 6+, 7, 9+, 10, 10+', () => {
  const c = survivalCurveOf(
    acabada(6),
    acabada(6),
    sigue(6),
    acabada(6),
    sigue(9),
    acabada(10),
    acabada(7),
    sigue(10),
  )
  expect(c.t).toEqual([6, 7, 10])
  expect(c.salidas).toBe(5)
  for (const [i, s] of [5 / 8, (5 / 8) * (3 / 4), (5 / 8) * (3 / 4) * (1 / 2)].entries())
    expect(c.s[i]).toBeCloseTo(s)
  expect([quantileOf(c, 0.3), quantileOf(c, 0.5), quantileOf(c, 0.9)]).toEqual([6, 7, null])
})

test('where all stays have ended it is their own quantile and mean', () => {
  fc.assert(
    fc.property(edades, fc.integer({ min: 1, max: 99 }), (minutos, centesimas) => {
      const order = [...minutos].sort((a, b) => a - b)
      const c = survivalCurveOf(...minutos.map(acabada))
      const suyo = order[Math.ceil((centesimas * minutos.length) / 100) - 1]
      expect(quantileOf(c, centesimas / 100)).toBe(suyo)
      expect(meanOf(c)).toBeCloseTo(minutos.reduce((a, b) => a + b, 0) / minutos.length)
    }),
  )
})

test('stays that go on never make it shorter; the order of stays says nothing', () => {
  fc.assert(
    fc.property(edades, edades, (unas, otras) => {
      const sin = quantileOf(survivalCurveOf(...unas.map(acabada)), 0.5) as number
      const con = quantileOf(survivalCurveOf(...unas.map(acabada), ...otras.map(sigue)), 0.5)
      expect(con ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(sin)
      const alReves = [...otras.map(sigue), ...unas.map(acabada)].reverse()
      expect(quantileOf(survivalCurveOf(...alReves), 0.5)).toBe(con)
    }),
  )
})

test('nothing ended: nothing is said', () => {
  expect([
    quantileOf(survivalCurveOf(sigue(9)), 0.5),
    meanOf(survivalCurveOf(sigue(9))),
    quantileOf(survivalCurveOf(), 0.5),
  ]).toEqual([null, null, null])
})

test('chances of next stages add up to one, and what never came is possible', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), (cuentas) => {
      const pasos = estimatePasos(cuentas.map((n, a) => ({ a, n })))
      expect(pasos.reduce((s, x) => s + x.p, 0)).toBeCloseTo(1)
      expect(Math.min(...pasos.map((x) => x.p))).toBeGreaterThan(0)
      expect(cuentas[pasos[0]?.a as number]).toBe(Math.max(...cuentas))
    }),
  )
  expect(estimatePasos([])).toEqual([])
  expect(
    estimatePasos([
      { a: 'vacío', n: 0 },
      { a: 'lleno', n: 2 },
    ]),
  ).toEqual([
    { a: 'lleno', p: 0.75 },
    { a: 'vacío', p: 0.25 },
  ])
})

test("Little's law tells how much is missed", () => {
  expect(compareLittle({ media: 40, llegadasHora: 5, estanciaHoras: 8 })).toEqual({
    esperado: 40,
    diferencia: 0,
  })
  expect(compareLittle({ media: 40, llegadasHora: 4.5, estanciaHoras: 8 }).diferencia).toBeCloseTo(0.1)
  expect(compareLittle({ media: 0, llegadasHora: 0, estanciaHoras: 8 }).diferencia).toBe(0)
})

test('the band of a median holds the true one about nine times in ten, with those that go on', () => {
  let [inside, known] = [0, 0]
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let i = 0; i < 400; i++) {
    const lives = Array.from({ length: 60 }, () => {
      const [life, watched] = [-Math.log(1 - random()) * 1000, random() * 3000]
      return { minutos: Math.floor(Math.min(life, watched)), acabada: life <= watched }
    })
    const { mediana, bajo, alto } = medianOf(groupLifeTableRows(lives))
    if (mediana === null) continue
    known++
    expect(bajo ?? 0).toBeLessThanOrEqual(mediana)
    expect(alto ?? mediana).toBeGreaterThanOrEqual(mediana)
    const truth = 1000 * Math.LN2
    if ((bajo ?? 0) <= truth && truth <= (alto ?? Number.POSITIVE_INFINITY)) inside++
  }
  expect(known).toBeGreaterThan(390)
  expect(inside / known).toBeGreaterThan(0.86)
  expect(inside / known).toBeLessThan(0.95)
})

test('of what all ended at once the band is that age; of what goes on there is none', () => {
  expect(medianOf(groupLifeTableRows([acabada(5), acabada(5), acabada(5)]))).toEqual({
    mediana: 5,
    bajo: 5,
    alto: null,
  })
  expect(medianOf(groupLifeTableRows([sigue(5), sigue(7)]))).toEqual({
    mediana: null,
    bajo: null,
    alto: null,
  })
})
