/** At most this many unregistered tags, and quarantined messages, are listed. */
export const MAX_VISTOS = 1000
export const MAX_CUARENTENA = 500
/** `etiquetas`: unregistered tags that look like the company's. `paso`: what only passes by. */
export const CUALES_VISTOS = ['etiquetas', 'paso'] as const
export type CualesVistos = (typeof CUALES_VISTOS)[number]
