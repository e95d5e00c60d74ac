import { expect, test } from 'vitest'
import { formatEuros } from '../../lib/formato'
import { centimosOf } from './textos'

test.each([
  ['120', 12_000],
  ['120,5', 12_050],
  ['1.500', 150_000],
  ['12.000', 1_200_000],
  ['1.500,50', 150_050],
  ['1500,5', 150_050],
  ['1.50', null],
  ['1,500', null],
  ['1e3', null],
  ['0x10', null],
  ['0,01', 1],
  ['1,005', null],
  ['0', null],
  ['-3', null],
  ['', null],
  ['doce', null],
])('%s is %s cents', (texto, centimos) => {
  expect(centimosOf(texto)).toBe(centimos)
})

test('euros are told to the cent', () => {
  expect(formatEuros(120_450).replace(/\s/g, ' ')).toBe('1.204,50 €')
})
