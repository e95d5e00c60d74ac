import { expect, it } from 'vitest'
import { apodoDeCodigo, macDeCodigo, nombresOf } from './codigo'

// cubre: validacion 4
it.each([
  ['20014 157 0 000777', '20014-777'],
  ['  20014  157 0 000777 extra', '20014-777'],
  ['20014 157 0 000', '20014-0'],
  ['20014 157 0 8', '20014-8'],
])('%s is the container %s', (codigo, apodo) => expect(apodoDeCodigo(codigo)).toBe(apodo))

// cubre: validacion 5
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

it.each([
  ['https://retorna.example/Public?mac=ac:23:3f:00:00:01', { mac: 'AC233F000001' }],
  ['http://10.0.0.4:3000/Public?mac=SERIE-7', { mac: 'SERIE-7', apodo: 'SERIE-7' }],
  ['https://retorna.example/contenedor/20014-008', { apodo: '20014-008' }],
  ['https://retorna.example/poc-status?apodo=20014-008', { apodo: '20014-008' }],
  ['20014 157 0 000777', { apodo: '20014-777' }],
  ['MAC: AC-23-3F-00-00-01', { mac: 'AC233F000001' }],
  ['20014-008 ac233f000001', { mac: 'AC233F000001' }],
  [' 20014-008\n', { apodo: '20014-008' }],
  ['Apodo=20014-008', { apodo: '20014-008' }],
  ['LEC-104', { mac: 'LEC-104', apodo: 'LEC-104' }],
])('%j names %j', (codigo, nombres) => expect(nombresOf(codigo)).toEqual(nombres))

it.each(['', ' ', 'https://example.com/', 'una caja de cartón', 'http://[', 'x'.repeat(65)])(
  '%j names nothing',
  (codigo) => expect(nombresOf(codigo)).toBeNull(),
)
