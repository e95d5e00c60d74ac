import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSeries, hoursOf, kindOf } from './series'

const HOUR = 3_600_000
const horas = Float64Array.from({ length: 40 }, (_, i) => 100 * HOUR + i * HOUR)
const instant = fc.integer({ min: 95 * HOUR, max: 145 * HOUR })
const visita = fc.record({
  serie: fc.integer({ min: -1, max: 2 }),
  desde: instant,
  hasta: fc.oneof(instant, fc.constant(Number.POSITIVE_INFINITY)),
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
          const inside = visitas.filter((v) => v.serie === s && v.desde <= t && t < v.hasta)
          expect(stock[i]).toBe(inside.length)
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
  const day = Date.UTC(2026, 0, 5)
  const utc = () => 0
  const abierto = [
    [day + 6.5 * HOUR, day + 9 * HOUR],
    [day + 9 * HOUR, day + 10 * HOUR],
  ] as const
  expect([...hoursOf(abierto, 0, day + 24 * HOUR, utc)].map((t) => (t - day) / HOUR)).toEqual([7, 8, 9])
  expect([...hoursOf(abierto, day + 8 * HOUR, day + 8.5 * HOUR, utc)].map((t) => (t - day) / HOUR)).toEqual([
    8,
  ])
  const media = () => 5.5 * HOUR
  expect([...hoursOf(abierto, 0, day + 24 * HOUR, media)].map((t) => (t - day) / HOUR)).toEqual([
    6.5, 7.5, 8.5, 9.5,
  ])
})

test('the hour of the week begins with Monday', () => {
  expect(kindOf(Date.UTC(2026, 0, 5), 0)).toBe(0)
  expect(kindOf(Date.UTC(2026, 0, 5), -HOUR)).toBe(167)
  expect(kindOf(Date.UTC(2026, 0, 11, 23), 0)).toBe(167)
  expect(kindOf(Date.UTC(1969, 11, 29, 5), 0)).toBe(5)
})
