import { expect, test } from 'vitest'
import { tellEuros } from '../lib/formato'
import { centimosOf } from './textos'

test.each([
  ['120', 12_000],
  ['120,5', 12_050],
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
  expect(tellEuros(120_450).replace(/\s/g, ' ')).toBe('1.204,50 €')
})
