import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adaptAlfa, OUTSIDE } from './band'
import { type Historia, HORIZONTE } from './historia'
import { chanceOf, fitLogistica, logitOf } from './lineal'
import { countAvisos, isCubierta, pinballBand, pinballOf, pinballUltimo, scoreBrier } from './notas'
import { type Entrada, forecast, HORAS_MIN, historiaOf, type Prevision } from './prevision'
import { type Issued, rollOrigins } from './rolling-origin'

const kinds = (n: number) => Uint8Array.from({ length: n + HORIZONTE }, (_, i) => i % 168)

/** Deterministic noise, 0..1. */
const noise = (i: number) => Math.abs(Math.sin(i * 12.9898) * 43758.5453) % 1

/** A truck brings 40 at 8:00 each day but Sunday, and a line takes three or four an hour from 6 to 18. */
function truck(n: number): Entrada & { llegadas: number[]; salidas: number[]; stock: number[] } {
  const [stock, llegadas, salidas] = [[], [], []] as [number[], number[], number[]]
  let hay = 120
  for (let i = 0; i < n; i++) {
    const [day, hour] = [Math.floor(i / 24) % 7, i % 24]
    const llega = day < 6 && hour === 8 ? 40 : 0
    const sale = day < 6 && hour >= 6 && hour < 18 ? Math.min(hay + llega, 3 + Math.round(noise(i) * 0.8)) : 0
    hay += llega - sale
    stock.push(hay)
    llegadas.push(llega)
    salidas.push(sale)
  }
  return { stock, llegadas, salidas, clase: kinds(n), pool: 200, minimo: 20 }
}

function randomWalk(n: number, seed: number): number[] {
  let hay = 50
  return Array.from({ length: n }, (_, i) => {
    hay += Math.floor(noise(i + seed * 7919) * 3) - 1
    return hay
  })
}

/** As in production: the model is chosen by the last weeks before now. */
const choose = (e: Entrada) =>
  rollOrigins(historiaOf(e), e.minimo, {
    desde: Math.max(HORAS_MIN, e.stock.length - 672),
    hasta: e.stock.length,
    paso: 2,
  })

const bandAt = (p: Prevision, horas: number) => ({
  q10: p.q10[horas - 1] as number,
  q50: p.q50[horas - 1] as number,
  q90: p.q90[horas - 1] as number,
})

test('24 bands in order, within what there is, whatever the stock was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 0, max: 30 }),
      (stock, minimo) => {
        const p = forecast({ stock, clase: kinds(stock.length), pool: 30, minimo })
        expect([p.q10.length, p.q50.length, p.q90.length]).toEqual([24, 24, 24])
        for (let k = 0; k < 24; k++) {
          const [a, b, c] = [p.q10[k], p.q50[k], p.q90[k]] as [number, number, number]
          expect(0 <= a && a <= b && b <= c && c <= 30).toBe(true)
        }
        expect(p.pFalta).toBeGreaterThanOrEqual(0)
        expect(p.pFalta).toBeLessThanOrEqual(1)
        if ((stock.at(-1) as number) < minimo) expect([p.pFalta, p.horaFalta]).toEqual([1, 0])
      },
    ),
    { numRuns: 60 },
  )
})

test('what comes later changes nothing of what was told before', () => {
  const e = truck(800)
  const historia = (cambia: boolean): Historia => {
    const take = (a: number[]) => Float64Array.from(a, (v, i) => (cambia && i > 700 ? 7 : v))
    const stock = take(e.stock)
    return {
      stock,
      llegadas: take(e.llegadas),
      salidas: take(e.salidas),
      clase: Uint8Array.from(e.clase),
      pool: 200,
      antes: { stock, salidas: take(e.salidas) },
    }
  }
  const told = (h: Historia) => {
    const dichas: Issued[] = []
    rollOrigins(h, 20, { desde: 600, hasta: 776, paso: 1 }, (x) => dichas.push(x))
    return dichas
  }
  const [unas, otras] = [told(historia(false)), told(historia(true))]
  expect(unas.slice(0, 101)).toEqual(otras.slice(0, 101))
  expect(unas.slice(110)).not.toEqual(otras.slice(110))
})

test('a plant with hours is foreseen: truck and line are known, and so is when there are too few', () => {
  const e = truck(12 * 168)
  // Monday, 1:00: the truck comes at 8, the line begins at 6.
  const n = 11 * 168 + 2
  const before = {
    ...e,
    stock: e.stock.slice(0, n),
    llegadas: e.llegadas.slice(0, n),
    salidas: e.salidas.slice(0, n),
  }
  const modelSelection = choose({ ...before, clase: kinds(n) })
  expect(modelSelection.fiable).toBe(true)
  const now = before.stock.at(-1) as number
  const bajo = { ...before, clase: kinds(n), minimo: now - 5 }
  const p = forecast(bajo, modelSelection)
  let [suma, last] = [0, 0]
  for (let k = 1; k <= 24; k++) {
    const vino = e.stock[n - 1 + k] as number
    suma += pinballBand(vino, bandAt(p, k))
    last += pinballUltimo(vino, now)
  }
  expect(suma).toBeLessThan(0.35 * last)
  // The line takes three to four an hour from 6 on: the stock is five lower by 7, the seventh hour from midnight.
  expect(p.pFalta).toBeGreaterThan(0.8)
  expect(p.horaFalta).toBe(6)
  // The probability grows hour by hour up to `pFalta`, and passes half of it at `horaFalta`.
  const porHora = p.pHoras as number[]
  expect(porHora.every((v, k) => k === 0 || v >= (porHora[k - 1] as number))).toBe(true)
  expect(porHora.at(-1)).toBeCloseTo(p.pFalta as number)
  expect(porHora.findIndex((v) => v >= (p.pFalta as number) / 2) + 1).toBe(p.horaFalta)
  expect(forecast({ ...bajo, minimo: 1 }, modelSelection).pFalta).toBeLessThan(0.1)
  expect(forecast({ ...bajo, minimo: null }, modelSelection)).toMatchObject({
    pFalta: null,
    horaFalta: null,
    pHoras: null,
  })
})

test.each([1, 2, 3])('of a random walk nothing is promised (%i)', (seed) => {
  const stock = randomWalk(12 * 168, seed)
  const e = { stock, clase: kinds(stock.length), pool: 1000, minimo: null }
  expect(choose(e).fiable).toBe(false)
})

test('of a series too short for a choice the present stock is told', () => {
  const e = { stock: [3, 4, 5], clase: kinds(3), pool: 9, minimo: 2 }
  expect(forecast(e).q50.every((v) => v === 5)).toBe(true)
})

test('a band that misses too much grows until it does not, and the other way round', () => {
  for (const [width, falla] of [
    [0.5, 0.4],
    [0.05, 0.02],
  ] as const) {
    let [alfa, outside] = [OUTSIDE, 0]
    const veces = 20_000
    for (let i = 0; i < veces; i++) {
      // Outcomes outside of the band of a wrong model: a share of `falla` where its band should leave out `ancho`.
      const missed = noise(i) < Math.max(0, alfa) * (falla / width) + 0.01
      outside += Number(missed)
      alfa = adaptAlfa(alfa, !missed)
    }
    expect(outside / veces).toBeCloseTo(OUTSIDE, 1)
  }
})

test('logistic regression finds the odds that made the data', () => {
  const n = 4000
  const x = new Float64Array(2 * n)
  const y = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    x[2 * i] = 1
    x[2 * i + 1] = 4 * noise(i) - 2
    y[i] = Number(noise(i + 99_991) < chanceOf(-0.5 + 1.5 * (x[2 * i + 1] as number)))
  }
  const [a, b] = fitLogistica(x, y, new Float64Array(n).fill(1), new Float64Array(2), 0.1)
  expect(a).toBeCloseTo(-0.5, 0)
  expect(b).toBeCloseTo(1.5, 0)
  expect(chanceOf(logitOf(0.3))).toBeCloseTo(0.3)
})

test('scores', () => {
  expect(pinballOf(10, 8, 0.9)).toBeCloseTo(1.8)
  expect(pinballOf(8, 10, 0.9)).toBeCloseTo(0.2)
  expect(pinballUltimo(10, 4)).toBe(3)
  expect(pinballBand(10, { q10: 4, q50: 4, q90: 4 })).toBeCloseTo(pinballUltimo(10, 4))
  const band = { q10: 4, q50: 6, q90: 9 }
  expect([3, 4, 9, 10].map((vino) => isCubierta(vino, band))).toEqual([false, true, true, false])
  expect(scoreBrier(0.7, true)).toBeCloseTo(0.09)
  expect(scoreBrier(0.7, false)).toBeCloseTo(0.49)
})

test('warnings are counted where it is not short already', () => {
  const no = { avisa: false, horas: null }
  const c = countAvisos([
    no,
    { avisa: true, horas: null },
    { avisa: false, horas: 3 },
    { avisa: true, horas: 2 },
    { avisa: true, horas: 1 },
    null,
    null,
    no,
    { avisa: false, horas: 1 },
    null,
  ])
  expect(c).toEqual({ avisadas: 3, ciertas: 2, venidas: 4, antelacion: [2] })
})
