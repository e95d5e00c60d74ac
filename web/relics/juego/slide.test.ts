import { expect, it } from 'vitest'
import { direccionOf } from './slide'

// cubre: transiciones 27, constantes 32
it.each([
  [24, 24, null],
  [-24, 0, null],
  [25, 0, 'derecha'],
  [-25, 24, 'izquierda'],
  [10, 25, 'abajo'],
  [-24, -25, 'arriba'],
])('%i, %i turns %s', (dx, dy, direccion) => {
  expect(direccionOf(dx, dy)).toBe(direccion)
})
