import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { formatInstant, isoPlanta, limiteDePlanta, momentoDePrefijo } from './time'

const MADRID = 'Europe/Madrid'
const intervals = (prefijo: string, zona = MADRID) =>
  momentoDePrefijo(prefijo, zona)?.intervalos.map((t) => [t.desde.toISOString(), t.hasta.toISOString()]) ??
  null
const horas = (prefijo: string) =>
  momentoDePrefijo(prefijo, MADRID)?.intervalos.reduce((n, t) => n + (+t.hasta - +t.desde) / 3_600_000, 0)

describe('prefixes of a plant time', () => {
  test.each([
    ['2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
    ['2026-07-01 ', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
    ['2026-07-01 1', '2026-07-01T08:00:00.000Z', '2026-07-01T18:00:00.000Z'],
    ['2026-07-01 2', '2026-07-01T18:00:00.000Z', '2026-07-01T22:00:00.000Z'],
    ['2026-07-01 14', '2026-07-01T12:00:00.000Z', '2026-07-01T13:00:00.000Z'],
    ['2026-07-01T14:', '2026-07-01T12:00:00.000Z', '2026-07-01T13:00:00.000Z'],
    ['2026-07-01 14:3', '2026-07-01T12:30:00.000Z', '2026-07-01T12:40:00.000Z'],
    ['2026-07-01 14:35', '2026-07-01T12:35:00.000Z', '2026-07-01T12:36:00.000Z'],
    ['2026-07-01 14:35:5', '2026-07-01T12:35:50.000Z', '2026-07-01T12:36:00.000Z'],
    ['2026-07-01 14:35:59', '2026-07-01T12:35:59.000Z', '2026-07-01T12:36:00.000Z'],
    ['2026-12-31 23:59:59', '2026-12-31T22:59:59.000Z', '2026-12-31T23:00:00.000Z'],
  ])('%s', (prefijo, desde, hasta) => {
    expect(intervals(prefijo)).toEqual([[desde, hasta]])
  })

  test('only a whole day is one', () => {
    expect(momentoDePrefijo('2026-07-01', MADRID)?.dia).toBe('2026-07-01')
    expect(momentoDePrefijo('2026-07-01 1', MADRID)?.dia).toBeNull()
  })

  test.each(['2026-02-30', '2026-13-01', '2026-07-01 24', '2026-07-01 3', '2026-07-01 14:6', '0000-01-01'])(
    '%s does not exist',
    (prefijo) => {
      expect(momentoDePrefijo(prefijo, MADRID)).toBeNull()
    },
  )

  test('days when the clocks change are 23 and 25 hours long', () => {
    expect([horas('2026-03-29'), horas('2026-10-25'), horas('2026-03-28')]).toEqual([23, 25, 24])
    expect([horas('2026-03-29 0'), horas('2026-10-25 0'), horas('2026-10-25 1')]).toEqual([9, 11, 10])
  })

  test('the hour that comes twice is found twice, the one that never comes not at all', () => {
    expect(intervals('2026-10-25 02')).toEqual([['2026-10-25T00:00:00.000Z', '2026-10-25T02:00:00.000Z']])
    expect(intervals('2026-10-25 02:30')).toEqual([
      ['2026-10-25T00:30:00.000Z', '2026-10-25T00:31:00.000Z'],
      ['2026-10-25T01:30:00.000Z', '2026-10-25T01:31:00.000Z'],
    ])
    expect(intervals('2026-10-25 01:59:59')).toEqual([
      ['2026-10-24T23:59:59.000Z', '2026-10-25T00:00:00.000Z'],
    ])
    expect(intervals('2026-03-29 02')).toBeNull()
    expect(intervals('2026-03-29 02:3')).toBeNull()
    expect(intervals('2026-03-29 03')).toEqual([['2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z']])
  })

  test('a zone whose clocks change at midnight', () => {
    expect(intervals('2018-11-04', 'America/Sao_Paulo')).toEqual([
      ['2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ])
  })

  test('an instant is found by every prefix of how it is written, and by no other minute', () => {
    for (const day of ['2026-03-28T20:00Z', '2026-10-24T20:00Z', '2026-07-01T00:00Z'])
      for (let i = 0; i < 12 * 60; i += 23) {
        const t = new Date(Date.parse(day) + i * 60_000 + 34_567)
        const escrito = DateTime.fromJSDate(t, { zone: MADRID }).toFormat('yyyy-MM-dd HH:mm:ss')
        for (const largo of [10, 12, 13, 15, 16, 18, 19]) {
          const m = momentoDePrefijo(escrito.slice(0, largo), MADRID)
          expect(m?.intervalos.some((x) => x.desde <= t && t < x.hasta)).toBe(true)
        }
        const otro = DateTime.fromJSDate(t, { zone: MADRID }).minute === 59 ? '58' : '59'
        const m = momentoDePrefijo(`${escrito.slice(0, 14)}${otro}`, MADRID)
        expect(m?.intervalos.some((x) => x.desde <= t && t < x.hasta)).not.toBe(true)
      }
  })
})

test('an instant on the wire carries the offset of the plant on that day', () => {
  expect(isoPlanta(new Date('2026-10-25T00:30:00Z'), MADRID)).toBe('2026-10-25T02:30:00.000+02:00')
  expect(isoPlanta(new Date('2026-10-25T01:30:00Z'), MADRID)).toBe('2026-10-25T02:30:00.000+01:00')
  expect(isoPlanta(null, MADRID)).toBeNull()
})

describe('times of the plant in words', () => {
  test.each([
    ['2026-10-25T00:59:59.999Z', '2026-10-25T02:59:59.999+02:00', '25/10/2026 02:59:59'],
    ['2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000+01:00', '25/10/2026 02:00:00'],
    ['2026-03-29T00:59:59.000Z', '2026-03-29T01:59:59.000+01:00', '29/03/2026 01:59:59'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00', '29/03/2026 03:00:00'],
  ])('%s', (utc, iso, escrito) => {
    expect(isoPlanta(new Date(utc), MADRID)).toBe(iso)
    expect(formatInstant(new Date(utc), MADRID)).toBe(escrito)
  })

  test('the same as luxon, in any order and zone', () => {
    for (const zona of [MADRID, 'America/St_Johns', 'Asia/Kathmandu', 'UTC'])
      for (let i = 0; i < 500; i++) {
        const t = new Date(Date.UTC(2020, 0, 1) + ((i * 7919) % 3000) * 3_600_123)
        expect(isoPlanta(t, zona)).toBe(
          DateTime.fromJSDate(t, { zone: zona }).toISO()?.replace('Z', '+00:00'),
        )
        const before = new Date(-t.getTime() / 3)
        expect(isoPlanta(before, zona)).toBe(
          DateTime.fromJSDate(before, { zone: zona }).toISO()?.replace('Z', '+00:00'),
        )
      }
    expect(() => isoPlanta(new Date(Number.NaN), MADRID)).toThrow(RangeError)
  })

  test('a range that a person gave holds both its ends', () => {
    expect(limiteDePlanta('2026-10-25', 'desde', MADRID)?.toISOString()).toBe('2026-10-24T22:00:00.000Z')
    expect(limiteDePlanta('2026-10-25', 'hasta', MADRID)?.toISOString()).toBe('2026-10-25T23:00:00.000Z')
    expect(limiteDePlanta('2026-10-25 02:30:00', 'desde', MADRID)?.toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
    expect(limiteDePlanta('2026-10-25 02:30:00', 'hasta', MADRID)?.toISOString()).toBe(
      '2026-10-25T01:30:01.000Z',
    )
    expect(limiteDePlanta('2026-03-29T02:30:00', 'desde', MADRID)?.toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    )
    expect(limiteDePlanta('2026-02-30', 'desde', MADRID)).toBeNull()
  })
})
