import { sinVacios, useDireccion } from '../lib/api/direccion'

/** What the address of the floor plan says: Montaje Bruto where it says nothing. */
export type BusquedaPlano = { montaje?: 'final' }

/** Search params of `/special`; anything that does not fit is dropped. */
export function validateBusquedaPlano(s: Record<string, unknown>): BusquedaPlano {
  return sinVacios({ montaje: s.montaje === 'final' ? s.montaje : undefined })
}

export const useBusquedaPlano = () => useDireccion(validateBusquedaPlano)
