import { expect, test } from 'vitest'
import { erroresCsv } from './errores-csv'

test('cells are quoted, and none is a formula', () => {
  const errores = [
    { linea: 3, nombre: '=1+1', columna: 'apodo', error: 'El «a;"b"» no vale' },
    { linea: 4, nombre: '\t=1+1', columna: 'apodo', error: 'a\r=1' },
  ]
  expect(erroresCsv(errores)).toBe(
    'linea;fila;columna;error\r\n3;\'=1+1;apodo;"El «a;""b""» no vale"\r\n4;"\'\t\'=1+1";apodo;"a\r\'=1"',
  )
})
