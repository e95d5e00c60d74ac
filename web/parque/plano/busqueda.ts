import { sinVacios, useDireccion } from '../../lib/api/direccion'

/** Search params of the floor plan; the default is Montaje Bruto. */
export type BusquedaPlano = { montaje?: 'final' }

/** Search params of `/special`; invalid values are dropped. */
export function validateBusquedaPlano(s: Record<string, unknown>): BusquedaPlano {
  return sinVacios({ montaje: s.montaje === 'final' ? s.montaje : undefined })
}

export const useBusquedaPlano = () => useDireccion(validateBusquedaPlano)
