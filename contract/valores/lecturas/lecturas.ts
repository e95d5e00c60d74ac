/** This many tags that nobody registered, and messages that could not be read, are listed at most. */
export const MAX_VISTOS = 1000
export const MAX_CUARENTENA = 500
/** Unregistered tags that look like the company's, and what only passes by. */
export const CUALES_VISTOS = ['etiquetas', 'paso'] as const
export type CualesVistos = (typeof CUALES_VISTOS)[number]
