import { dia, entero, sinVacios, unaOf } from '../../lib/api/direccion'

/** Search params of a container's file; the default is the last 7 days. */
export type BusquedaContenedor = {
  desde?: string
  hasta?: string
  /** Index of the stay on screen, from 1. */
  paso?: number
  /** Shows the recorrido on the floor plan; absent: on the map. */
  sobre?: 'plano'
}

export function validateBusquedaContenedor(s: Record<string, unknown>): BusquedaContenedor {
  return sinVacios({
    desde: dia(s.desde),
    hasta: dia(s.hasta),
    paso: entero(s.paso, 1, 1000),
    sobre: unaOf(['plano'] as const, s.sobre),
  })
}
