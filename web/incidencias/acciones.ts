import type { Incidencia } from '#contract/eventos/incidencias'
import type { Review } from './detail/use-revision'

/** What can be done about an incident from its panel. */
export type AccionesDetalle = {
  /** Lays what is still being saved over what the server told. */
  conPendientes: <T extends Incidencia>(i: T) => T
  /** Undefined for who may only look. */
  onReview: Review | undefined
  onAskCierre: ((i: Incidencia) => void) | undefined
  onLeave: () => void
}
