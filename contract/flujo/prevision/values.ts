/** Keys of the series of a stage that are not of a single family: the whole stage, and the families with few departures. */
export const TODAS_LAS_FAMILIAS = ''
export const LAS_DEMAS_FAMILIAS = '*'

/**
 * Probability, 0 to 1, from which people are warned of a shortage. Below one half, since a missed shortage costs more than a false alarm.
 */
export const P_AVISO = 0.43
/** Number of last warnings for which it is shown how many came true. */
export const AVISOS_CONTADOS = 10
/** How long forecasts and the warnings that are told of are kept. */
export const DIAS_AVISOS = 120

/** Label of the families of a series; null: all. */
export const wordFamilias = (familia: string): string | null =>
  familia === TODAS_LAS_FAMILIAS
    ? null
    : familia === LAS_DEMAS_FAMILIAS
      ? 'las demás familias'
      : `familia ${familia}`
