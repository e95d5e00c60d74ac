import type { Incidencia } from '#contract/incidencias'
import type { Revisar } from './use-revision'

/** What can be done about an incident from its panel. */
export type AccionesDetalle = {
  /** Lays what is still being saved over what the server told. */
  conPendientes: <T extends Incidencia>(i: T) => T
  onRevisar: Revisar
  onPedirCierre: (i: Incidencia) => void
  onSalir: () => void
}
