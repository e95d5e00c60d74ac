import type { Incidencia } from '#contract/incidencias'
import type { Review } from './use-revision'

/** What can be done about an incident from its panel. */
export type AccionesDetalle = {
  /** Lays what is still being saved over what the server told. */
  conPendientes: <T extends Incidencia>(i: T) => T
  onReview: Review
  onAskCierre: (i: Incidencia) => void
  onLeave: () => void
}
