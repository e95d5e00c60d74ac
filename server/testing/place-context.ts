import { createEngineContext } from '../oir/lecturas/engine/context'
import { createLectores, numberOf } from '../oir/lecturas/engine/lectores'
import { compile } from '../oir/lecturas/engine/model/emission-model'
import { createStats } from '../oir/lecturas/engine/model/stats'
import { type Clocks, createClocks, keptFor, timeOf } from '../oir/lecturas/rules/clocks'
import type { Observation } from '../oir/lecturas/rules/device-state'
import type { PlaceContext } from '../oir/lecturas/rules/place-context'

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
