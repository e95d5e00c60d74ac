import { createEngineContext } from '../domains/lecturas/engine/context'
import { createLectores, numberOf } from '../domains/lecturas/engine/lectores'
import { compile } from '../domains/lecturas/engine/model/emission-model'
import { createStats } from '../domains/lecturas/engine/model/stats'
import { createClocks } from '../domains/lecturas/rules/clocks'
import type { PlaceContext } from '../domains/lecturas/rules/estimate'

/** Readers with one place each, of which nothing is learned yet. */
export function createPlaceContext(ids: readonly number[]): PlaceContext {
  const lectores = createLectores()
  const planta = ids.map((id) => ({ lector: numberOf(lectores, id), lugar: id }))
  return {
    motor: createEngineContext(),
    lectores,
    relojes: createClocks(),
    tabla: compile(createStats(planta, ids.length), planta, 0),
    lugarOf: new Map(ids.map((id) => [id, id])),
  }
}
