import { dia, entero, sinVacios, unaOf } from '../lib/api/direccion'

/** What the address of a container's file says; without days: the last 7. */
export type BusquedaContenedor = {
  desde?: string
  hasta?: string
  /** Stay that is shown, from 1 on. */
  paso?: number
  /** The way on the floor plan; absent: on the map. */
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
