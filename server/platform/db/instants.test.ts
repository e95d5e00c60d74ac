import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { parseInstant } from './instants'

const parseOfDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMP) as (text: string) => Date | number

const dos = (n: number) => String(n).padStart(2, '0')
const OFFSETS = ['+00', '+01', '+14', '-03', '-12', '+05:30', '-03:30', '+00:19:32']
const YEARS = ['2026', '1969', '1899', '0101', '0099', '9999', '10000']

/** Instants of all years, offsets, and milliseconds with none to six decimals. */
const TEXTS = Array.from({ length: 20_000 }, (_, i) => {
  const fraction = String((i * 7919) % 1_000_000)
    .padStart(6, '0')
    .slice(0, i % 7)
  const day = `${YEARS[i % YEARS.length]}-${dos(1 + (i % 12))}-${dos(1 + (i % 28))}`
  const time = `${dos(i % 24)}:${dos(i % 60)}:${dos((i * 7) % 60)}${fraction && `.${fraction}`}`
  return `${day} ${time}${OFFSETS[i % OFFSETS.length]}`
})

describe('instants of the database', () => {
  test('are those that the driver would read', () => {
    const wrong = TEXTS.filter((t) => Number(parseInstant(t)) !== Number(parseOfDriver(t)))
    expect(wrong).toEqual([])
    expect(new Set(TEXTS.map((t) => Number(parseInstant(t)))).size).toBeGreaterThan(10_000)
  })

  test.each(['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '2026-02-29 24:00:00+00'])(
    '%s',
    (text) => {
      expect(parseInstant(text)).toEqual(parseOfDriver(text))
    },
  )
})
