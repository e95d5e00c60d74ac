/** Origins of a version of what was learned. */
export const CLASES_APRENDIDO = ['paseo', 'confirmaciones', 'solo', 'vuelta atrás'] as const

/** How long a person may take back a confirmation of where a container is, in seconds. */
export const RETIRABLE_S = 60

/** How long to stand at each place during a walk, in seconds. */
export const PARADA_S = 180

/** Ten-second samples from which a place is known by its walk. */
export const MIN_MUESTRAS = 4
