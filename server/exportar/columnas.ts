import { entradaNoValida } from '../http/errores'
import type { Columna } from './tabla'

/** The columns asked for in their order, all where nothing is asked; 400 for a name that is none. */
export function pickColumnas<N extends string, C extends Columna<never>>(
  todas: readonly N[],
  de: Record<N, C>,
  pedidas: readonly string[] = todas,
): C[] {
  return pedidas.map((pedida) => {
    const nombre = todas.find((n) => n === pedida)
    if (nombre === undefined) throw entradaNoValida('No existe esa columna.', 'columnas')
    return de[nombre]
  })
}
