import { tinte, tono } from '../../ui/theme/tono'

export type Punto3 = readonly [x: number, y: number, z: number]

const C30 = Math.sqrt(3) / 2
const redondo = (n: number) => Math.round(n * 10) / 10

/** Isometric view from the front right: x runs down to the right, y down to the left, z up. */
export function project([x, y, z]: Punto3): [number, number] {
  return [redondo((x - y) * C30), redondo((x + y) / 2 - z)]
}

/** `points` of a polygon in space. */
export const puntos = (...p: Punto3[]) => p.map((q) => project(q).join(',')).join(' ')

/** `transform` that lays a flat drawing on the floor. */
export const SUELO = `matrix(${C30} 0.5 ${-C30} 0.5 0 0)`

/** Light comes from above left: the three visible sides of every body, and its edges. */
export const CARA = {
  techo: tinte('brand', 6),
  izquierda: tinte('brand', 14),
  derecha: tinte('brand', 24),
  canto: tinte('brand', 50),
  vidrio: tinte('brand', 38),
  linea: tono('brand'),
} as const
