import { expect, it } from 'vitest'
import { visibilidad } from './visibilidad'

// cubre: producto 13, barra 6-7, roles 5
it.each([
  [undefined, { principales: false, hoy: false, datosAntiguos: false, compacto: false, manuales: false }],
  ['completo', { principales: true, hoy: true, datosAntiguos: true, compacto: true, manuales: true }],
  ['solo_panel', { principales: false, hoy: false, datosAntiguos: false, compacto: false, manuales: false }],
  ['panel', { principales: true, hoy: false, datosAntiguos: false, compacto: false, manuales: false }],
] as const)('mode %s', (modo, esperada) => {
  expect(visibilidad(modo)).toEqual(esperada)
})
