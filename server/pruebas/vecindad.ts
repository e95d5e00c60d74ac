import { createLectores, numberOf } from '../lecturas/lugar/lectores'
import { compile, createSumas } from '../lecturas/lugar/tabla'
import type { Vecindad } from '../lecturas/reglas/juicio'
import { createRelojes } from '../lecturas/reglas/relojes'

/** Readers that each have a place of their own, of which nothing is learned yet. */
export function createVecindad(ids: readonly number[]): Vecindad {
  const lectores = createLectores()
  const planta = ids.map((id) => ({ lector: numberOf(lectores, id), lugar: id }))
  return {
    lectores,
    relojes: createRelojes(),
    tabla: compile(createSumas(planta, ids.length), planta, 0),
    lugarDe: new Map(ids.map((id) => [id, id])),
  }
}
