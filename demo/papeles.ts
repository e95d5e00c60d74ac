import { createAzar, mixSemillas } from './azar'
import type { ContenedorDemo } from './planta'

const HORA = 3_600_000

/**
 * From when on nobody hears a container, Unix ms: lost for good, taken along by somebody on the road, or never heard at all.
 * @param siembra when the database was seeded, Unix ms
 */
export function silenceOf(c: ContenedorDemo, siembra: number): number {
  const azar = createAzar(mixSemillas(c.semilla, 11))
  if (c.papel === 'perdido') return siembra - azar.between(80, 700) * HORA
  if (c.papel === 'transito') return siembra - azar.between(6, 60) * HORA
  return c.papel === 'nunca' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
