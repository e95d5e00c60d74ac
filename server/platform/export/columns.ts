import { entradaNoValida } from '../http/errores'
import type { Column } from './tabla'

/** The requested columns in their order; all if none is requested; 400 for an unknown name. */
export function pickColumns<N extends string, C extends Column<never>>(
  all: readonly N[],
  de: Record<N, C>,
  pedidas: readonly string[] = all,
): C[] {
  return pedidas.map((pedida) => {
    const nombre = all.find((n) => n === pedida)
    if (nombre === undefined) throw entradaNoValida('No existe esa columna.', 'columnas')
    return de[nombre]
  })
}
