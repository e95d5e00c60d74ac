import { expect, test } from 'vitest'
import { erroresCsv } from './errores-csv'

test('cells are quoted, and none is a formula', () => {
  expect(erroresCsv([{ linea: 3, nombre: '=1+1', columna: 'apodo', error: 'El «a;"b"» no vale' }])).toBe(
    '"linea";"fila";"columna";"error"\r\n"3";"\'=1+1";"apodo";"El «a;""b""» no vale"',
  )
})
