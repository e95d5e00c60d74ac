import { entero, palabra, sinVacios, useDireccion } from '../../lib/api/direccion'

export type BusquedaManuales = {
  /** Id of the open document. */
  doc?: string
  /** Page at which it opens. */
  pagina?: number
  buscar?: string
}

const MAX_PAGINA = 100_000
const MAX_TEXTO = 200

/** Search params of `/Manuales`; invalid values are dropped. */
export function validateBusquedaManuales(s: Record<string, unknown>): BusquedaManuales {
  const doc = palabra(s.doc, MAX_TEXTO)
  return sinVacios({
    doc,
    pagina: doc ? entero(s.pagina, 1, MAX_PAGINA) : undefined,
    buscar: palabra(s.buscar, MAX_TEXTO),
  })
}

export const useBusquedaManuales = () => useDireccion(validateBusquedaManuales)
