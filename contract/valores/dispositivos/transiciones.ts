/** Why another place is reported for a container: it moved, the evidence grew, a person said so, or took it back, nobody hears it any more. */
export const CAUSAS = ['movimiento', 'evidencia', 'confirmacion', 'retirada', 'salida'] as const
export type Causa = (typeof CAUSAS)[number]

/** Changes of place of a container that are reported at once. */
export const MAX_TRANSICIONES = 20
