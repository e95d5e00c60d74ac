import { expect, it } from 'vitest'
import { visibilidad } from './visibilidad'

it.each([
  [undefined, { principales: false, datosAntiguos: false, compacto: false, manuales: false }],
  [1, { principales: true, datosAntiguos: true, compacto: true, manuales: true }],
  [4, { principales: false, datosAntiguos: false, compacto: false, manuales: false }],
  [5, { principales: true, datosAntiguos: false, compacto: false, manuales: false }],
  [6, { principales: true, datosAntiguos: false, compacto: false, manuales: false }],
  [7, { principales: true, datosAntiguos: true, compacto: true, manuales: true }],
])('company %s', (empresa, esperada) => {
  expect(visibilidad(empresa)).toEqual(esperada)
})
