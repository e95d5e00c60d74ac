import { expect, it } from 'vitest'
import { apodoDeCodigo, macDeCodigo } from './codigo'

it.each([
  ['20014 157 0 000777', '20014-777'],
  ['  20014  157 0 000777 extra', '20014-777'],
  ['20014 157 0 000', '20014-0'],
  ['20014 157 0 8', '20014-8'],
])('%s is the container %s', (codigo, apodo) => expect(apodoDeCodigo(codigo)).toBe(apodo))

it.each(['20014 157 0', '20014 158 0 000777', '20014 157 1 000777', '20014-777', '', 'AC233F000001'])(
  '%j is no container',
  (codigo) => expect(apodoDeCodigo(codigo)).toBeNull(),
)

it('reads a tag from its label, its MAC or its serial', () => {
  expect(macDeCodigo('https://retorna.example/Public?mac=ac:23:3f:00:00:01')).toBe('AC233F000001')
  expect(macDeCodigo('ac-23-3f-00-00-01')).toBe('AC233F000001')
  expect(macDeCodigo('serie-7')).toBe('SERIE-7')
  for (const malo of ['', '  ', 'https://retorna.example/', 'dos palabras', 'x'.repeat(65)])
    expect(macDeCodigo(malo)).toBeNull()
})
