/** Series of a stage that are of no single family: all of it, and the families that few containers leave of. */
export const TODAS_LAS_FAMILIAS = ''
export const LAS_DEMAS_FAMILIAS = '*'

/**
 * From this chance on, 0 to 1, people are warned of a shortage. Below one half, since a shortage that nobody was warned of costs more
 * than a vain warning.
 */
export const P_AVISO = 0.43
/** How many of the last warnings are reported: how many of them came true. */
export const AVISOS_CONTADOS = 10

/** How a series' families are called; null: all of them. */
export const wordFamilias = (familia: string): string | null =>
  familia === TODAS_LAS_FAMILIAS
    ? null
    : familia === LAS_DEMAS_FAMILIAS
      ? 'las demás familias'
      : `familia ${familia}`
