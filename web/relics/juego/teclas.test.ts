import { expect, it } from 'vitest'
import { direccionDeTecla } from './teclas'

// cubre: transiciones 26
it.each([
  ['ArrowUp', 'arriba'],
  ['w', 'arriba'],
  ['W', 'arriba'],
  ['ArrowDown', 'abajo'],
  ['s', 'abajo'],
  ['S', 'abajo'],
  ['ArrowLeft', 'izquierda'],
  ['a', 'izquierda'],
  ['A', 'izquierda'],
  ['ArrowRight', 'derecha'],
  ['d', 'derecha'],
  ['D', 'derecha'],
])('the key %s turns %s', (tecla, direccion) => {
  expect(direccionDeTecla(tecla)).toBe(direccion)
})

it.each([' ', 'e', 'Enter', 'Tab', 'toString'])('the key %j turns nowhere', (tecla) => {
  expect(direccionDeTecla(tecla)).toBeUndefined()
})
