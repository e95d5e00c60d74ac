import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import type { Review } from './detail/use-revision'

/** Actions on an incident from its panel. */
export type AccionesDetalle = {
  /** Applies the pending changes to an incident of the server. */
  conPendientes: <T extends Incidencia>(i: T) => T
  /** Undefined for read-only users. */
  onReview: Review | undefined
  onAskCierre: ((i: Incidencia) => void) | undefined
  onLeave: () => void
}
