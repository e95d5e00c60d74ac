/** What happens to the previous tag of a container. */
export const DESTINOS_ETIQUETA = ['libre', 'rota'] as const
export type DestinoEtiqueta = (typeof DESTINOS_ETIQUETA)[number]

/** Seconds for which the person who changed a tag can take the change back. */
export const DESHACER_ETIQUETA_S = 60
