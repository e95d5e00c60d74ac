import { createAlmacen } from '../lib/session/almacen'

/** Which search is open over the screen: the palette, the code scanner, or none. */
export const buscador = createAlmacen<'paleta' | 'escaner' | undefined>(undefined)
