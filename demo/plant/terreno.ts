import type { Camino } from '../fisica/movil'
import type { Point } from '../fisica/radio'
import { createRandom } from '../random'
import { LECTORES } from './planta'
import { lectoresOf } from './recorrido'

/** Map of the demonstration, in metres to the east and north of 43 N 2.65 W. */

const RUTA = 'En Tránsito'
const GRADO_M = 111_195
const COS = Math.cos((43 * Math.PI) / 180)
/** Containers stand within this distance of the reader of their part of a place, m. */
const ALREDEDOR_M = 10

/** Positions of LECTORES. */
export const PUNTOS: readonly Point[] = LECTORES.map(({ lat, lon }) => [
  (lon + 2.65) * GRADO_M * COS,
  (lat - 43) * GRADO_M,
])

/** A random spot near a reader (index in LECTORES). */
export function spotAround(lector: number, seed: number): Point {
  const random = createRandom(seed)
  const [x, y] = PUNTOS[lector] as Point
  const [far, rumbo] = [ALREDEDOR_M * Math.sqrt(random.next()), random.between(0, 2 * Math.PI)]
  return [x + far * Math.cos(rumbo), y + far * Math.sin(rumbo)]
}

/** The readers of the road, from the assembly plant to the press shop, and where the plant ends. */
const porticosOf = (empresa: number) => lectoresOf(empresa, RUTA)
const isSur = (p: Point, porticos: readonly number[]) => p[1] < (PUNTOS[porticos[0] as number] as Point)[1]

/** The points of a path: a truck between the plants passes the readers of the road. */
export function pathOf(empresa: number, de: Point, a: Point): Point[] {
  const porticos = porticosOf(empresa)
  if (!porticos.length || isSur(de, porticos) === isSur(a, porticos)) return [de, a]
  const order = isSur(de, porticos) ? porticos : porticos.toReversed()
  return [de, ...order.map((i) => PUNTOS[i] as Point), a]
}

/** When a path passes the readers of the road, by index in LECTORES, in order; empty: it does not. */
export function passingsOf(
  empresa: number,
  { puntos, sale, llega }: Camino,
): { lector: number; t: number }[] {
  if (puntos.length < 3) return []
  const hasta = [0]
  for (const [i, [x, y]] of puntos.entries()) {
    const [px, py] = puntos[i - 1] ?? [x, y]
    hasta[i] = (hasta[i - 1] ?? 0) + Math.hypot(x - px, y - py)
  }
  const total = hasta.at(-1) as number
  return puntos.slice(1, -1).map((p, i) => ({
    lector: porticosOf(empresa).find((l) => PUNTOS[l] === p) as number,
    t: sale + ((hasta[i + 1] as number) / total) * (llega - sale),
  }))
}
