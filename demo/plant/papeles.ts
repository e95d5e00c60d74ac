import { createRandom, mixSemillas } from '../random'
import type { ContenedorDemo } from './planta'

const HOUR = 3_600_000

/**
 * From when a container is not heard any more, Unix ms: lost for good, taken along on the road, or never heard at all.
 * @param siembra when the database was seeded, Unix ms
 */
export function silenceOf(c: ContenedorDemo, siembra: number): number {
  const random = createRandom(mixSemillas(c.semilla, 11))
  if (c.papel === 'perdido') return siembra - random.between(80, 700) * HOUR
  if (c.papel === 'transito') return siembra - random.between(6, 60) * HOUR
  return c.papel === 'nunca' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
