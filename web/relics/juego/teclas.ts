import type { Direccion } from './motor'

const TECLAS = new Map<string, Direccion>([
  ['ArrowUp', 'arriba'],
  ['w', 'arriba'],
  ['ArrowDown', 'abajo'],
  ['s', 'abajo'],
  ['ArrowLeft', 'izquierda'],
  ['a', 'izquierda'],
  ['ArrowRight', 'derecha'],
  ['d', 'derecha'],
])

/** Direction of a key, letters in either case; undefined for any other key. */
export const direccionDeTecla = (tecla: string): Direccion | undefined =>
  TECLAS.get(tecla.length === 1 ? tecla.toLowerCase() : tecla)
