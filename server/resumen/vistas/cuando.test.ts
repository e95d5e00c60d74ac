import { expect, test } from 'vitest'
import { nextEnvio } from './cuando'

const MADRID = 'Europe/Madrid'
const next = (now: string, cuando: 'dia' | 'lunes' | 'mes', hour = '07:00') =>
  nextEnvio(new Date(now), cuando, hour, MADRID).toISOString()

test('a view is mailed each day, each Monday or the first of each month, by the clocks of the plant', () => {
  // 2026-11-25 is a Wednesday; Madrid is one hour ahead of UTC.
  expect(next('2026-11-25T05:59:00Z', 'dia')).toBe('2026-11-25T06:00:00.000Z')
  expect(next('2026-11-25T06:00:00Z', 'dia')).toBe('2026-11-26T06:00:00.000Z')
  expect(next('2026-11-25T11:00:00Z', 'lunes')).toBe('2026-11-30T06:00:00.000Z')
  expect(next('2026-11-30T05:00:00Z', 'lunes')).toBe('2026-11-30T06:00:00.000Z')
  expect(next('2026-11-25T11:00:00Z', 'mes')).toBe('2026-12-01T06:00:00.000Z')
  expect(next('2026-12-31T23:30:00Z', 'mes', '00:15')).toBe('2027-01-31T23:15:00.000Z')
})

test('the same hour of the clock on both sides of a change of time, and after the hour that there is not', () => {
  expect(next('2026-10-24T06:00:00Z', 'dia')).toBe('2026-10-25T06:00:00.000Z')
  expect(next('2026-03-28T07:00:00Z', 'dia')).toBe('2026-03-29T05:00:00.000Z')
  const gap = next('2026-03-28T07:00:00Z', 'dia', '02:30')
  expect(gap).toBe('2026-03-29T01:30:00.000Z')
  expect(next(gap, 'dia', '02:30')).toBe('2026-03-30T00:30:00.000Z')
})
