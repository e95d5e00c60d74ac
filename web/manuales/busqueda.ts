import { entero, palabra, sinVacios, useDireccion } from '../lib/api/direccion'

export type BusquedaManuales = {
  /** Id of the document on screen. */
  doc?: string
  /** Page of it to start at. */
  pagina?: number
  buscar?: string
}

const MAX_PAGINA = 100_000
const MAX_TEXTO = 200

/** Search params of `/Manuales`; anything that does not fit is dropped. */
export function validateBusquedaManuales(s: Record<string, unknown>): BusquedaManuales {
  const doc = palabra(s.doc, MAX_TEXTO)
  return sinVacios({
    doc,
    pagina: doc ? entero(s.pagina, 1, MAX_PAGINA) : undefined,
    buscar: palabra(s.buscar, MAX_TEXTO),
  })
}

export const useBusquedaManuales = () => useDireccion(validateBusquedaManuales)
