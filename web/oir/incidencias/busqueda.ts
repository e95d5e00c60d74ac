import {
  ESTADOS_INCIDENCIA,
  ORDENES_INCIDENCIA,
  PENDIENTES,
  RANKINGS,
} from '#contract/oir/incidencias/values'
import { dia, entero, palabra, sinVacios, unaOf } from '../../lib/api/direccion'

export const TAMANOS = [10, 20, 50, 100] as const
export const FILAS_INICIALES = 10
const MAX_ID = 2 ** 53 - 1

/** Search params of the incidents; an absent one has its default. */
export type BusquedaIncidencias = {
  buscar?: string
  /** First and last plant day. */
  desde?: string
  hasta?: string
  aceleraciones?: 'si'
  /** The open incidents of all time, or the ranking; absent: the incidents of some days. */
  ver?: 'abiertas' | 'ranking'
  estado?: (typeof ESTADOS_INCIDENCIA)[number]
  danio?: 'si' | 'no'
  ubicacion?: string
  lector?: string
  /** LT code. */
  pieza?: string
  /** Only incidents that are assigned to the user. */
  mias?: 'si'
  pendientes?: (typeof PENDIENTES)[number]
  /** Grouping of the ranking. */
  por?: 'lector'
  pagina?: number
  filas?: number
  orden?: (typeof ORDENES_INCIDENCIA)[number]
  sentido?: 'asc' | 'desc'
  /** Incident whose details are open. */
  incidencia?: number
}

/** Search params of `/incidencias`; invalid values are dropped. */
export function validateBusquedaIncidencias(s: Record<string, unknown>): BusquedaIncidencias {
  const filas = unaOf(TAMANOS, s.filas)
  const orden = unaOf(ORDENES_INCIDENCIA, s.orden)
  const sentido = unaOf(['asc', 'desc'] as const, s.sentido)
  const deFabrica = (orden ?? 'Time') === 'Time' && (sentido ?? 'desc') === 'desc'
  return sinVacios({
    buscar: palabra(s.buscar, 200),
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    aceleraciones: s.aceleraciones === 'si' ? 'si' : undefined,
    ver: unaOf(['abiertas', 'ranking'] as const, s.ver),
    estado: s.ver === undefined ? unaOf(ESTADOS_INCIDENCIA, s.estado) : undefined,
    danio: unaOf(['si', 'no'] as const, s.danio),
    ubicacion: palabra(s.ubicacion, 200),
    lector: palabra(s.lector, 200),
    pieza: palabra(s.pieza, 64),
    mias: unaOf(['si'] as const, s.mias),
    pendientes: unaOf(PENDIENTES, s.pendientes),
    por: unaOf(RANKINGS, s.por) === 'lector' ? 'lector' : undefined,
    pagina: entero(s.pagina, 2, 1_000_000),
    filas: filas === FILAS_INICIALES ? undefined : filas,
    orden: deFabrica ? undefined : orden,
    sentido: deFabrica ? undefined : sentido,
    incidencia: entero(s.incidencia, 1, MAX_ID),
  })
}
