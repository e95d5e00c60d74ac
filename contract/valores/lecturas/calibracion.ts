/** What a version of what was learned comes from. */
export const CLASES_APRENDIDO = ['paseo', 'confirmaciones', 'solo', 'vuelta atrás'] as const

/** How long a person may take back what they said of a container, in seconds. */
export const RETIRABLE_S = 60

/** How long to stand at a place on a walk, in seconds. */
export const PARADA_S = 180

/** Samples of ten seconds from which on a place is known by its walk. */
export const MIN_MUESTRAS = 4
