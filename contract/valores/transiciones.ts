/** Why another place is told of a container: it moved, the evidence grew, a person said so, nobody hears it any more. */
export const CAUSAS = ['movimiento', 'evidencia', 'confirmacion', 'salida'] as const
export type Causa = (typeof CAUSAS)[number]

/** Changes of place of a container that are told at once. */
export const MAX_TRANSICIONES = 20
