import { expect, test } from 'vitest'
import { daysOfMonth, formatMonth, lastMonth, nextFirst } from './mes'

const MADRID = 'Europe/Madrid'

test('the month before is that of the plant, not of UTC', () => {
  expect(lastMonth(new Date('2026-11-30T22:59:59Z'), MADRID)).toBe('2026-10')
  expect(lastMonth(new Date('2026-11-30T23:00:00Z'), MADRID)).toBe('2026-11')
  expect(lastMonth(new Date('2027-01-01T05:00:00Z'), MADRID)).toBe('2026-12')
  expect(lastMonth(new Date('2026-03-31T10:00:00Z'), MADRID)).toBe('2026-02')
})

test('it has the days that it has, and a name', () => {
  expect(daysOfMonth('2026-02')).toEqual({ desde: '2026-02-01', hasta: '2026-02-28' })
  expect(daysOfMonth('2028-02').hasta).toBe('2028-02-29')
  expect(formatMonth('2026-10')).toBe('octubre de 2026')
})

test('the next first is this one until six, on either side of the change of clocks', () => {
  expect(nextFirst(new Date('2026-11-25T11:00:00Z'), MADRID).toISOString()).toBe('2026-12-01T05:00:00.000Z')
  expect(nextFirst(new Date('2026-12-01T04:59:59Z'), MADRID).toISOString()).toBe('2026-12-01T05:00:00.000Z')
  expect(nextFirst(new Date('2026-12-01T05:00:00Z'), MADRID).toISOString()).toBe('2027-01-01T05:00:00.000Z')
  expect(nextFirst(new Date('2026-06-15T00:00:00Z'), MADRID).toISOString()).toBe('2026-07-01T04:00:00.000Z')
})
