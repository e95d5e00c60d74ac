/**
 * Why the reported place of a container changed: it moved, the evidence grew, a person confirmed a place or took that back, or no reader
 * hears it any more.
 */
export const CAUSAS = ['movimiento', 'evidencia', 'confirmacion', 'retirada', 'salida'] as const
export type Causa = (typeof CAUSAS)[number]

/** Maximum number of listed place changes of a container. */
export const MAX_TRANSICIONES = 20
