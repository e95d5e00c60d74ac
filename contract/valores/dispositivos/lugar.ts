/** How the place of a container is known. */
export const SITUACIONES = ['en_sitio', 'en_camino', 'callado', 'sin_senal', 'lector_mudo'] as const
export type Situacion = (typeof SITUACIONES)[number]

/** From this certainty on a place is reported without reserve, and from the second one on as probable. */
export const SEGURO = 0.9
export const PROBABLE = 0.6

/** What lists of containers are filtered by: those that may as well be elsewhere, those that nobody hears any more, both, and those whose reader is silent. */
export const CERTEZAS = ['dudosa', 'sin_senal', 'incierta', 'lector_mudo'] as const

export type LugarEstimado = {
  ubicacion: string | null
  situacion: Situacion | null
  /** How sure the place is, 0 to 1; null: not known. */
  certeza: number | null
  /** The next likely place. */
  segunda: string | null
}

/** It stands there or at the next likely place: nobody can tell which. */
export const isDudoso = (l: Pick<LugarEstimado, 'situacion' | 'certeza'>): boolean =>
  l.situacion === 'en_sitio' && l.certeza !== null && l.certeza < PROBABLE

/** How many of those counted at a place are not surely there. */
export type Inciertas = { dudosas: number; sinSenal: number }

/** `3 dudosos`, `2 sin señal`, `3 dudosos, 2 sin señal`; null where all are surely there. */
export function tellInciertas({ dudosas, sinSenal }: Inciertas): string | null {
  const partes = [
    dudosas && `${dudosas.toLocaleString('es')} ${dudosas === 1 ? 'dudoso' : 'dudosos'}`,
    sinSenal && `${sinSenal.toLocaleString('es')} sin señal`,
  ].filter(Boolean)
  return partes.length ? partes.join(', ') : null
}

/** The place in words, with how sure it is; null: there is none. */
export function tellLugar(l: LugarEstimado): string | null {
  if (l.ubicacion === null) return null
  if (l.situacion === 'en_camino') return `en movimiento, cerca de ${l.ubicacion}`
  if (l.situacion === 'callado') return `última vez cerca de ${l.ubicacion}`
  if (l.situacion === 'sin_senal' || l.situacion === 'lector_mudo') return `última vez en ${l.ubicacion}`
  if (l.situacion === null || l.certeza === null || l.certeza >= SEGURO) return l.ubicacion
  if (isDudoso(l)) return l.segunda === null ? `${l.ubicacion}, dudoso` : `${l.ubicacion} o ${l.segunda}`
  return `${l.ubicacion} probable`
}
