import { GRAVEDADES, type Gravedad, TIPOS_AVISO, type TipoAviso } from '#contract/avisos/avisos/values'
import { dia, entero, sinVacios, unaOf } from '../../lib/api/direccion'

export const TAMANOS = [20, 50, 100] as const
export const FILAS_INICIALES = 20

/** Search params of the notices; an absent one has its default. */
export type BusquedaAvisos = {
  tipo?: TipoAviso
  gravedad?: Gravedad
  leido?: 'si' | 'no'
  /** First and last plant day. */
  desde?: string
  hasta?: string
  pagina?: number
  filas?: number
}

/** Search params of `/avisos`; invalid values are dropped. */
export function validateBusquedaAvisos(s: Record<string, unknown>): BusquedaAvisos {
  const filas = unaOf(TAMANOS, s.filas)
  return sinVacios({
    tipo: unaOf(TIPOS_AVISO, s.tipo),
    gravedad: unaOf(GRAVEDADES, s.gravedad),
    leido: unaOf(['si', 'no'] as const, s.leido),
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    pagina: entero(s.pagina, 2, 1_000_000),
    filas: filas === FILAS_INICIALES ? undefined : filas,
  })
}

export const SIN_FILTROS = {
  tipo: undefined,
  gravedad: undefined,
  leido: undefined,
  desde: undefined,
  hasta: undefined,
  pagina: undefined,
}
