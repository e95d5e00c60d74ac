/** What becomes of the tag that a container carried until it got another one. */
export const DESTINOS_ETIQUETA = ['libre', 'rota'] as const
export type DestinoEtiqueta = (typeof DESTINOS_ETIQUETA)[number]

/** For this long a change of tag can be taken back by whoever made it. */
export const DESHACER_ETIQUETA_S = 60
