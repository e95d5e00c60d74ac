import { describe, expect, it } from 'vitest'
import { after, HORAS_SEMANA, timeOf, workAt } from './calendario'
import { createFlujo, type Rule, type Viaje } from './flujo'
import { createPriorityQueue } from './priority-queue'

const HOUR = 3_600_000
/** A Monday, 6:00 in the plant. */
const LUNES = Date.UTC(2026, 0, 5, 5)
const CONTENEDORES = 400

const rule = (r: Partial<Rule>): Rule => ({
  parte: 1,
  horas: 4,
  lote: 4,
  espera: 2,
  vehiculo: 'carretilla',
  minutos: [2, 6],
  destinos: [],
  ...r,
})
/** Dock, full store, line (which pulls), and by truck to the supplier and back. */
const RULES: Rule[] = [
  rule({ destinos: [[1, 1]] }),
  rule({ destinos: [[2, 1]], llamadoPor: 2 }),
  rule({ destinos: [[3, 1]] }),
  rule({ horas: 6, lote: 30, espera: 6, vehiculo: 'camion', minutos: [50, 70], destinos: [[0, 1]] }),
]

function run(weeks: number, seed = 1) {
  const { inicio, viajes } = createFlujo(RULES, CONTENEDORES, seed, LUNES)
  const lista: Viaje[] = []
  for (const v of viajes) {
    if (v.sale >= LUNES + weeks * 168 * HOUR) break
    lista.push(v)
  }
  return { inicio, lista }
}

describe('the calendar', () => {
  it('works an early shift at full pace and rests at the weekend', () => {
    expect(workAt(LUNES + 8 * HOUR) - workAt(LUNES)).toBeCloseTo(8)
    expect(workAt(LUNES + 168 * HOUR) - workAt(LUNES)).toBeCloseTo(HORAS_SEMANA)
    const sabado = LUNES + (5 * 24 + 8) * HOUR
    expect(workAt(sabado + 40 * HOUR) - workAt(sabado)).toBeLessThan(5)
    expect(after(LUNES, 3)).toBeCloseTo(LUNES + 3 * HOUR)
  })

  it('can be asked either way', () => {
    for (let h = 0; h < 400; h += 0.7) {
      const t = LUNES + h * HOUR
      expect(Math.abs(timeOf(workAt(t)) - t)).toBeLessThan(1)
    }
  })
})

it('what comes next comes first, what comes together as it was put in', () => {
  const priorityQueue = createPriorityQueue<string>()
  for (const [t, dato] of [
    [5, 'e'],
    [1, 'a'],
    [3, 'c'],
    [1, 'b'],
    [4, 'd'],
  ] as const)
    priorityQueue.push(t, dato)
  const salida: string[] = []
  for (let s = priorityQueue.pop(); s; s = priorityQueue.pop()) salida.push(s.dato)
  expect(salida.join('')).toBe('abcde')
})

describe('the plant of movements', () => {
  const { inicio, lista } = run(4)

  it('is the same for the same seed', () => {
    expect(run(1, 7)).toEqual(run(1, 7))
    expect(run(1, 7)).not.toEqual(run(1, 8))
  })

  it('comes in order, and nobody is in two places', () => {
    const donde = [...inicio]
    const desde = inicio.map(() => 0)
    let before = 0
    for (const v of lista) {
      expect(v.sale).toBeGreaterThanOrEqual(before)
      before = v.sale
      for (const c of v.contenedores) {
        expect(donde[c]).toBe(v.de)
        expect(v.sale).toBeGreaterThan(desde[c] as number)
        donde[c] = v.a
        desde[c] = v.llega
      }
    }
  })

  it('goes by four on forklifts and by some thirty on trucks', () => {
    const sizes = (vehiculo: string) =>
      lista.filter((v) => v.vehiculo === vehiculo).map((v) => v.contenedores.length)
    expect(Math.max(...sizes('carretilla'))).toBe(4)
    const camiones = sizes('camion')
    expect(Math.max(...camiones)).toBe(30)
    expect(camiones.reduce((a, b) => a + b, 0) / camiones.length).toBeGreaterThan(22)
  })

  it('is quiet at the weekend', () => {
    const enFinDeSemana = lista.filter((v) => (v.sale - LUNES) % (168 * HOUR) > (5 * 24 + 10) * HOUR)
    expect(enFinDeSemana.length / lista.length).toBeLessThan(0.05)
    expect(lista.length).toBeGreaterThan(1000)
  })

  it('fills the line as it empties', () => {
    const enLinea = inicio.filter((l) => l === 2).length
    let now = enLinea
    for (const v of lista) {
      if (v.a === 2) now += v.contenedores.length
      if (v.de === 2) now -= v.contenedores.length
      expect(now).toBeLessThanOrEqual(enLinea + 4)
      expect(now).toBeGreaterThan(0)
    }
  })
})
