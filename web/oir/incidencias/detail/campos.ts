import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { SIN_MIRAR } from '#contract/oir/incidencias/values'

/** Labels of the fields of a review. */
export const NOMBRE_CAMPO = { hubo_golpe_real: 'Golpe real', hubo_danio: 'Daño en pieza' } as const

type Revision = Pick<Incidencia, keyof typeof NOMBRE_CAMPO | 'mirado'>

/** What will be kept of an incident. @param miradas somebody has looked at those of which nothing was said */
export const formatRevision = (i: Revision, miradas: boolean): string =>
  i.mirado || miradas
    ? (['hubo_golpe_real', 'hubo_danio'] as const)
        .map((campo) => `${NOMBRE_CAMPO[campo]}: ${i[campo] ? 'sí' : 'no'}`)
        .join(' · ')
    : SIN_MIRAR
