import { type Curva, quantileOf } from './supervivencia'

/** Finished stays that a usual limit takes. */
const ESTANCIAS_MIN = 30
const USUAL = 0.95

/**
 * Age in open minutes from which a container of a family is stuck in a stage: the longer of the plazo that people set and of what 95 % of its
 * stays take, where 30 have ended. Null: neither is known, so nothing is called stuck.
 */
export function limitOf(plazo: number | null, curva: Curva): number | null {
  const usual = curva.salidas >= ESTANCIAS_MIN ? quantileOf(curva, USUAL) : null
  if (plazo === null) return usual
  return Math.max(plazo, usual ?? 0)
}
