import { createAzar, mixSemillas } from './azar'
import { DIAS } from './marcha'
import type { ContenedorDemo } from './planta'

const DIA = 86_400_000
const MINIMA = 1

/**
 * Percent that a tag's battery has left at a time (Unix ms): how it began, and what it spends, is its own.
 * @param siembra when the database was seeded, Unix ms
 */
export function createPila(c: ContenedorDemo, siembra: number): (t: number) => number {
  const azar = createAzar(mixSemillas(c.semilla, 9))
  const gastada = c.papel === 'sin_bateria'
  const inicial = gastada ? azar.between(14, 18) : azar.between(45, 100)
  const gasto = gastada ? 9 : azar.between(2, 14)
  return (t) => Math.max(MINIMA, inicial - gasto * (1 + (t - siembra) / (DIAS * DIA)))
}
