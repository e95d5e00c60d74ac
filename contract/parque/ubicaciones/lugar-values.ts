/** How the place of a container is known. */
export const SITUACIONES = ['en_sitio', 'en_camino', 'callado', 'sin_senal', 'lector_mudo'] as const
export type Situacion = (typeof SITUACIONES)[number]

/** From this certainty a place is shown plainly. */
export const SEGURO = 0.9
/** From this certainty a place is shown as probable. */
export const PROBABLE = 0.6

/**
 * Filters of lists of containers: those that may be elsewhere, those that no reader hears any more, either of both, and those whose reader
 * is silent.
 */
export const CERTEZAS = ['dudosa', 'sin_senal', 'incierta', 'lector_mudo'] as const

export type LugarEstimado = {
  ubicacion: string | null
  situacion: Situacion | null
  /** Certainty of the place, 0 to 1; null: not known. */
  certeza: number | null
  /** The second likeliest place. */
  segunda: string | null
}

/** Whether it may as well be at the second likeliest place. */
export const isDudoso = (l: Pick<LugarEstimado, 'situacion' | 'certeza'>): boolean =>
  l.situacion === 'en_sitio' && l.certeza !== null && l.certeza < PROBABLE

/** How many of the containers counted at a place are not certainly there. */
export type Inciertas = { dudosas: number; sinSenal: number }

/** `3 dudosos`, `2 sin señal`, `3 dudosos, 2 sin señal`; null: all are certainly there. */
export function formatInciertas({ dudosas, sinSenal }: Inciertas): string | null {
  const partes = [
    dudosas && `${dudosas.toLocaleString('es')} ${dudosas === 1 ? 'dudoso' : 'dudosos'}`,
    sinSenal && `${sinSenal.toLocaleString('es')} sin señal`,
  ].filter(Boolean)
  return partes.length ? partes.join(', ') : null
}

/** The place in words, with its certainty; null: no place. */
export function formatLugar(l: LugarEstimado): string | null {
  if (l.ubicacion === null) return null
  if (l.situacion === 'en_camino') return `en movimiento, cerca de ${l.ubicacion}`
  if (l.situacion === 'callado') return `última vez cerca de ${l.ubicacion}`
  if (l.situacion === 'sin_senal' || l.situacion === 'lector_mudo') return `última vez en ${l.ubicacion}`
  if (l.situacion === null || l.certeza === null || l.certeza >= SEGURO) return l.ubicacion
  if (isDudoso(l)) return l.segunda === null ? `${l.ubicacion}, dudoso` : `${l.ubicacion} o ${l.segunda}`
  return `${l.ubicacion} probable`
}
