import { createAlmacen } from '../lib/session/almacen'

/** What the screen that is opened instead of a forbidden one has to say; undefined: nothing. */
export const denegada = createAlmacen<string | undefined>(undefined)
