import { DAYS } from './plant/movement-plan'
import type { ContenedorDemo } from './plant/planta'
import { createRandom, mixSemillas } from './random'

const DAY = 86_400_000
const MINIMA = 1

/**
 * Percent that a tag's battery has left at a time (Unix ms): how it began, and what it spends, is its own.
 * @param siembra when the database was seeded, Unix ms
 */
export function createPila(c: ContenedorDemo, siembra: number): (t: number) => number {
  const random = createRandom(mixSemillas(c.semilla, 9))
  const gastada = c.papel === 'sin_bateria'
  const inicial = gastada ? random.between(14, 18) : random.between(45, 100)
  const gasto = gastada ? 9 : random.between(2, 14)
  return (t) => Math.max(MINIMA, inicial - gasto * (1 + (t - siembra) / (DAYS * DAY)))
}
