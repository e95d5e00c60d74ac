import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import {
  festivosOf,
  type Horario,
  reviewTurnos,
  type Turno,
  tramoOf,
} from '#contract/parque/calendario/values'
import { compileHorario, openMs } from './open-hours'

const ZONA = 'Europe/Madrid'
const H = 3_600_000
const at = (iso: string) => DateTime.fromISO(iso, { zone: ZONA }).toMillis()
const turno = (desde: string, hasta: string): Turno => ({ desde, hasta })
const weekOf = (turnos: Turno[], days = 7) => Array.from({ length: 7 }, (_, d) => (d < days ? turnos : []))
const horario = (turnos: Turno[], days = 7, festivos: string[] = []): Horario => ({
  semana: weekOf(turnos, days),
  festivos: festivos.map((dia) => ({ dia, nombre: 'Festivo' })),
})
const hours = (h: Horario, desde: string, hasta: string) =>
  openMs(compileHorario(h, ZONA, at(desde), at(hasta)), at(desde), at(hasta)) / H

const DIA_Y_NOCHE = horario([turno('00:00', '00:00')])
const DOS_TURNOS = horario([turno('06:00', '14:00'), turno('14:00', '22:00')], 5)
const NOCHE = horario([turno('22:00', '06:00')], 5)

describe('open hours', () => {
  test.each([
    ['a day', DOS_TURNOS, '2026-06-15T00:00', '2026-06-16T00:00', 16],
    ['over a weekend', DOS_TURNOS, '2026-06-19T20:00', '2026-06-22T07:00', 3],
    ['begun and ended within a shift', DOS_TURNOS, '2026-06-15T07:30', '2026-06-15T09:00', 1.5],
    ['of a night that began on Friday', NOCHE, '2026-06-20T00:00', '2026-06-21T00:00', 6],
    ['of a Sunday', NOCHE, '2026-06-21T00:00', '2026-06-22T00:00', 0],
    [
      'around a holiday',
      horario([turno('06:00', '14:00')], 5, ['2026-06-16']),
      '2026-06-15T00:00',
      '2026-06-18T00:00',
      16,
    ],
    [
      'the night before a holiday',
      horario([turno('22:00', '06:00')], 7, ['2026-06-16']),
      '2026-06-16T00:00',
      '2026-06-17T00:00',
      6,
    ],
    [
      'when the clocks go forward at night',
      horario([turno('22:00', '06:00')]),
      '2026-03-28T22:00',
      '2026-03-29T06:00',
      7,
    ],
    [
      'when they go back at night',
      horario([turno('22:00', '06:00')]),
      '2026-10-24T22:00',
      '2026-10-25T06:00',
      9,
    ],
    ['the day of 23 hours', DIA_Y_NOCHE, '2026-03-29T00:00', '2026-03-30T00:00', 23],
    ['the day of 25 hours', DIA_Y_NOCHE, '2026-10-25T00:00', '2026-10-26T00:00', 25],
    [
      'a shift that begins in the hour that is not',
      horario([turno('02:30', '04:00')]),
      '2026-03-29T00:00',
      '2026-03-29T12:00',
      0.5,
    ],
    ['nothing at all', horario([]), '2026-06-15T00:00', '2026-06-30T00:00', 0],
  ])('%s', (_que, h, desde, hasta, quiere) => {
    expect(hours(h, desde, hasta)).toBe(quiere)
  })

  const HOUR = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  const dos = (n: number) => String(n).padStart(2, '0')
  const TURNOS = fc
    .array(fc.tuple(HOUR, HOUR), { maxLength: 3 })
    .map((ts) => ts.map(([a, b]) => turno(`${dos(a[0])}:${dos(a[1])}`, `${dos(b[0])}:${dos(b[1])}`)))
    .filter((ts) => reviewTurnos(ts) === null)
  const HORARIO = fc.record({
    semana: fc.array(TURNOS, { minLength: 7, maxLength: 7 }),
    festivos: fc.constant(festivosOf(2026)),
  })
  const MOMENT = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) })

  test('whole or cut, they add up; never more than the time that passed, and the order of the ends does not matter', {
    tags: ['slow'],
  }, () => {
    fc.assert(
      fc.property(HORARIO, fc.tuple(MOMENT, MOMENT, MOMENT), (h, momentos) => {
        const [a, b, c] = [...momentos].sort((x, y) => x - y) as [number, number, number]
        const o = compileHorario(h, ZONA, a, c)
        const total = openMs(o, a, c)
        expect(openMs(o, a, b) + openMs(o, b, c)).toBe(total)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(c - a)
        expect(openMs(o, c, a)).toBe(0)
        // Compiled for a longer period, the result is the same.
        expect(openMs(compileHorario(h, ZONA, a - 40 * 24 * H, c + 40 * 24 * H), a, c)).toBe(total)
      }),
      { numRuns: 300 },
    )
  })

  test('minute by minute on the wall they are the same', { tags: ['slow'] }, () => {
    const isOpen = (h: Horario, t: DateTime) =>
      [0, 1].some((atras) => {
        const dia = t.minus({ days: atras }).startOf('day')
        if (h.festivos.some((f) => f.dia === dia.toISODate())) return false
        const minutes = t.hour * 60 + t.minute + atras * 1440
        return (h.semana[dia.weekday - 1] ?? []).some(
          (x) => minutes >= tramoOf(x)[0] && minutes < tramoOf(x)[1],
        )
      })
    fc.assert(
      fc.property(HORARIO, fc.integer({ min: 0, max: 300 }), (h, dia) => {
        // No clock change in these days, because then the wall time alone is ambiguous.
        const desde = DateTime.fromISO('2026-01-02T00:00', { zone: ZONA }).plus({ days: dia })
        const hasta = desde.plus({ days: 2 })
        if (desde.minus({ days: 2 }).offset !== hasta.plus({ days: 2 }).offset) return
        let minutes = 0
        for (let t = desde; t < hasta; t = t.plus({ minutes: 1 })) if (isOpen(h, t)) minutes++
        const o = compileHorario(h, ZONA, desde.toMillis(), hasta.toMillis())
        expect(openMs(o, desde.toMillis(), hasta.toMillis()) / 60_000).toBe(minutes)
      }),
      { numRuns: 12 },
    )
  })
})

test('Easter and what hangs on it', () => {
  const domingos = {
    2024: '03-31',
    2025: '04-20',
    2026: '04-05',
    2027: '03-28',
    2038: '04-25',
    2285: '03-22',
  }
  for (const [anno, domingo] of Object.entries(domingos)) {
    const lunes = festivosOf(Number(anno)).find((f) => f.nombre.startsWith('Lunes de Pascua'))?.dia
    expect(lunes).toBe(DateTime.fromISO(`${anno}-${domingo}`).plus({ days: 1 }).toISODate())
  }
  const days = festivosOf(2026).map((f) => f.dia)
  expect(days).toHaveLength(15)
  expect(days).toEqual([...days].sort())
  expect(days).toContain('2026-04-28')
})
