import { createAlmacen } from '../lib/session/almacen'

/** Which way of finding is open over the screen: by typing, by a code before the camera, or none. */
export const buscador = createAlmacen<'paleta' | 'escaner' | undefined>(undefined)
