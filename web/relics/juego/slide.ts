import type { Direccion } from './motor'

const GIRO_MIN_PX = 24

/** Direction of a swipe, by its distance in CSS pixels; null up to 24 px. */
export function direccionOf(dx: number, dy: number): Direccion | null {
  if (Math.max(Math.abs(dx), Math.abs(dy)) <= GIRO_MIN_PX) return null
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'derecha' : 'izquierda'
  return dy > 0 ? 'abajo' : 'arriba'
}
