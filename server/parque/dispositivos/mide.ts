/** Bits for what a tag has reported so far, stored in dispositivo_estado.acel_dice. This one: acceleration samples. */
export const MUESTRAS = 1
/** The largest and smallest acceleration since its last message. */
export const PICOS = 2
/** Flags for shocks or falls. */
export const AVISOS = 4

/** Whether a tag measures impacts; null: it has reported no acceleration yet. */
export const measuresImpactos = (dice: number): boolean | null =>
  dice === 0 ? null : (dice & (PICOS | AVISOS)) !== 0
