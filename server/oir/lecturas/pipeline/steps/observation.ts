import type { Ajustes } from '#contract/parque/ajustes/values'
import { believedTime, keptFor, timeOf } from '../../rules/clocks'
import type { Observation } from '../../rules/device-state'
import type { Admitted } from './admission'

/** The reading in the form that the rules take. When it was heard is found here, once. */
export function observationOf(o: Admitted, a: Ajustes): Observation {
  const { lectura, recibido, number, late: tardia } = o
  const { relojes } = o.planta
  const lector = o.lector.id
  const t = believedTime(lectura.tiempo, tardia, recibido, a)
  const heard = timeOf(relojes, lector, t, recibido)
  return { lectura, t, heard, kept: keptFor(relojes, lector, t, recibido), recibido, lector, number, tardia }
}
