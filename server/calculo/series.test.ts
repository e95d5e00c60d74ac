import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSeries, claseOf, hoursOf } from './series'

const HORA = 3_600_000
const horas = Float64Array.from({ length: 40 }, (_, i) => 100 * HORA + i * HORA)
const instante = fc.integer({ min: 95 * HORA, max: 145 * HORA })
const visita = fc.record({
  serie: fc.integer({ min: -1, max: 2 }),
  desde: instante,
  hasta: fc.oneof(instante, fc.constant(Number.POSITIVE_INFINITY)),
})
const columns = (v: readonly { serie: number; desde: number; hasta: number }[]) => ({
  serie: v.map((x) => x.serie),
  desde: v.map((x) => x.desde),
  hasta: v.map((x) => x.hasta),
})

test('the stock of each hour is what a count of the visits says, and changes by what came and left', () => {
  fc.assert(
    fc.property(fc.array(visita, { maxLength: 60 }), (visitas) => {
      for (const [s, { stock, llegadas, salidas }] of buildSeries(columns(visitas), 3, horas).entries())
        for (const [i, t] of horas.entries()) {
          const dentro = visitas.filter((v) => v.serie === s && v.desde <= t && t < v.hasta)
          expect(stock[i]).toBe(dentro.length)
          expect((stock[i] as number) - (stock[i - 1] ?? 0)).toBe(
            (llegadas[i] as number) - (salidas[i] as number),
          )
        }
    }),
  )
})

test('an end that is later than an hour does not change the stock then', () => {
  fc.assert(
    fc.property(fc.array(visita, { maxLength: 40 }), fc.nat(39), (visitas, i) => {
      const t = horas[i] as number
      const known = visitas
        .filter((v) => v.desde <= t)
        .map((v) => (v.hasta > t ? { ...v, hasta: Number.POSITIVE_INFINITY } : v))
      const stocks = (v: typeof visitas) =>
        buildSeries(columns(v), 3, horas).map((s) => [...s.stock.subarray(0, i + 1)])
      expect(stocks(known)).toEqual(stocks(visitas))
    }),
  )
})

test('full hours of the plant’s clock while it is open', () => {
  const dia = Date.UTC(2026, 0, 5)
  const utc = () => 0
  const abierto = [
    [dia + 6.5 * HORA, dia + 9 * HORA],
    [dia + 9 * HORA, dia + 10 * HORA],
  ] as const
  expect([...hoursOf(abierto, 0, dia + 24 * HORA, utc)].map((t) => (t - dia) / HORA)).toEqual([7, 8, 9])
  expect([...hoursOf(abierto, dia + 8 * HORA, dia + 8.5 * HORA, utc)].map((t) => (t - dia) / HORA)).toEqual([
    8,
  ])
  const media = () => 5.5 * HORA
  expect([...hoursOf(abierto, 0, dia + 24 * HORA, media)].map((t) => (t - dia) / HORA)).toEqual([
    6.5, 7.5, 8.5, 9.5,
  ])
})

test('the hour of the week begins with Monday', () => {
  expect(claseOf(Date.UTC(2026, 0, 5), 0)).toBe(0)
  expect(claseOf(Date.UTC(2026, 0, 5), -HORA)).toBe(167)
  expect(claseOf(Date.UTC(2026, 0, 11, 23), 0)).toBe(167)
  expect(claseOf(Date.UTC(1969, 11, 29, 5), 0)).toBe(5)
})
