import { entradaNoValida } from '../http/errores'
import type { Column } from './tabla'

/** The columns asked for in their order, all where nothing is asked; 400 for a name that is none. */
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
