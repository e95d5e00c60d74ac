/** What a tag has been seen to tell of what it feels, as bits: kept in dispositivo_estado.acel_dice. */
export const MUESTRAS = 1
/** The largest and smallest acceleration since it spoke last. */
export const PICOS = 2
/** Whether it was hit or fell. */
export const AVISOS = 4

/** Whether a tag measures impacts; null: it has told nothing of what it feels. */
export const measuresImpactos = (dice: number): boolean | null =>
  dice === 0 ? null : (dice & (PICOS | AVISOS)) !== 0
