import { createEngineContext } from '../domains/lecturas/engine/context'
import { createLectores, numberOf } from '../domains/lecturas/engine/lectores'
import { compile } from '../domains/lecturas/engine/model/emission-model'
import { createStats } from '../domains/lecturas/engine/model/stats'
import { type Clocks, createClocks, keptFor, timeOf } from '../domains/lecturas/rules/clocks'
import type { Observation } from '../domains/lecturas/rules/device-state'
import type { PlaceContext } from '../domains/lecturas/rules/place-context'

export type TestContext = PlaceContext & { relojes: Clocks }

/** Readers with one place each, of which nothing is learned yet. */
export function createPlaceContext(ids: readonly number[]): TestContext {
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

/** A reading of one of these readers, in the form that the rules take. */
export function observationIn(
  { lectores, relojes }: TestContext,
  o: Omit<Observation, 'number' | 'heard' | 'kept'>,
): Observation {
  const { lector, t, recibido } = o
  const heard = timeOf(relojes, lector, t, recibido)
  return { ...o, number: numberOf(lectores, lector), heard, kept: keptFor(relojes, lector, t, recibido) }
}
