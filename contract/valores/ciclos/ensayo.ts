import type { Ajustes } from '../usuarios/ajustes'

export const DIAS_DE_ENSAYO = 7
/** Examples that are reported for each effect. */
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
/** What of the last days would have been otherwise. */
export type ClaveEfecto = (typeof EFECTOS)[number]

/** Numbers that nothing that is kept can be tried on: they change what is written from now on. */
export const SIN_PRUEBA: readonly (keyof Ajustes)[] = [
  'segundosReloj',
  'gMovimiento',
  'segundosImpacto',
  'gReposo',
  'segundosLatido',
]
