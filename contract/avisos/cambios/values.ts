/** What can change of a container (the first five) and of a reader. */
export const CLASES_CAMBIO = ['estado', 'lugar', 'golpe', 'bateria', 'etiqueta', 'lector'] as const
export type ClaseCambio = (typeof CLASES_CAMBIO)[number]
