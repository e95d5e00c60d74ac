import { expect, test } from 'vitest'
import { parseGrados, parseNumero, reviewNumero } from './numero'

test.each([
  ['1500', 1500],
  ['1.500', 1500],
  ['12.000', 12_000],
  ['1.234.567', 1_234_567],
  ['1500,5', 1500.5],
  ['1.500,50', 1500.5],
  ['1.234.567,125', 1_234_567.125],
  ['0,125', 0.125],
  [',5', 0.5],
  ['2,5', 2.5],
  ['1,234', 1.234],
  ['007', 7],
  [' 12 ', 12],
  ['1 500', 1500],
  ['1\u00a0500,5', 1500.5],
  ['1\u202f234\u202f567', 1_234_567],
  ['-3', -3],
  ['\u22123', -3],
  ['+3', 3],
  ['-1.500,25', -1500.25],
  ['', null],
  ['   ', null],
])('«%s» is %s', (texto, n) => {
  expect(parseNumero(texto)).toBe(n)
  expect(reviewNumero(texto)).toBeNull()
})

test.each([
  ['1.50', '¿1,50 o 150?'],
  ['2.5', '¿2,5 o 25?'],
  ['0.125', '¿0,125 o 125?'],
  ['.5', '¿0,5 o 5?'],
  ['1500.50', '¿1500,50 o 150.050?'],
  ['1234.567', '¿1234,567 o 1.234.567?'],
  ['1,234.5', '¿1234,5 o 12.345?'],
  ['1,234,567', '¿1234,567 o 1.234.567?'],
  ['1.500.00', '¿1500,00 o 150.000?'],
  ['1.5000', '¿1,5000 o 15.000?'],
  ['12.34,5', '¿1234,5 o 12.345?'],
  ['1 500.50', '¿1500,50 o 150.050?'],
  ['-1.50', '¿-1,50 o -150?'],
  ['1.500,5,0', '¿15005,0 o 150.050?'],
])('«%s» is asked back, not guessed', (texto, pregunta) => {
  expect(parseNumero(texto)).toBeNaN()
  expect(reviewNumero(texto)).toBe(
    `«${texto}» no está claro: ${pregunta} Los decimales van con coma y los millares con punto.`,
  )
})

test.each([
  '1e3',
  '1E3',
  '0x10',
  '0b1',
  'Infinity',
  'NaN',
  '1_000',
  '12€',
  'doce',
  '-',
  ',',
  '.',
  '5,',
  '5.',
  '1..5',
  '--3',
  '3-',
  '1 2',
  '\u0663',
  '12345678901234567',
])('«%s» is no number', (texto) => {
  expect(parseNumero(texto)).toBeNaN()
  expect(reviewNumero(texto)).toMatch(/^«.+» no es un número|^Son demasiadas cifras/)
})

test('a field may want whole numbers, or few decimals', () => {
  expect(reviewNumero('1.500', 0)).toBeNull()
  expect(reviewNumero('1,000', 0)).toBe('Debe ser un número entero.')
  expect(reviewNumero('1,5', 0)).toBe('Debe ser un número entero.')
  expect(reviewNumero('192,50', 2)).toBeNull()
  expect(reviewNumero('192,500', 2)).toBe('Con 2 decimales como mucho.')
  expect(reviewNumero('1,005', 2)).toBe('Con 2 decimales como mucho.')
  expect(reviewNumero('1,005', 1)).toBe('Con 1 decimal como mucho.')
})

test('a long text is told by its beginning', () => {
  expect(reviewNumero('x'.repeat(500))).toBe(
    `«${'x'.repeat(24)}…» no es un número. Escríbelo con cifras y los decimales con coma, como 1.500 o 1500,5.`,
  )
})

test.each([
  ['42.8467', 42.8467],
  ['42,8467', 42.8467],
  ['-2.672', -2.672],
  ['\u22122,67', -2.67],
  ['95', 95],
  ['', null],
  ['1e1', Number.NaN],
  ['0x10', Number.NaN],
  ['42.846,7', Number.NaN],
  ['42.8467,-2.6727', Number.NaN],
  ['norte', Number.NaN],
])('«%s» as degrees is %s', (texto, grados) => {
  expect(parseGrados(texto)).toBe(grados)
})
