import type { Ajustes } from './values'

export const DIAS_DE_ENSAYO = 7
/** Maximum number of examples for each effect. */
export const MAX_EJEMPLOS = 50

export const EFECTOS = [
  'incidencias',
  'movimientos',
  'estancias',
  'transitos',
  'extravios',
  'lectores',
  'baterias',
] as const
/** Effects that new numbers would have had on the last days. */
export type ClaveEfecto = (typeof EFECTOS)[number]

/** Numbers whose effect cannot be computed from kept data: they only change what is written from now on. */
export const SIN_PRUEBA: readonly (keyof Ajustes)[] = [
  'segundosReloj',
  'gMovimiento',
  'segundosImpacto',
  'gReposo',
  'segundosLatido',
]
