import type { Clase } from './evento'
import type { Estancia, Hecho } from './hechos'

/** A published event that is still valid, with the key by which its fact is recognized. */
export type YaDicho = {
  id: number
  clase: Clase
  ref: number | null
  lugar: number | null
  /** Unix ms. */
  inicio: number
  /** Row id of the event. */
  evento: number
  /** The certainty that it was published with. */
  certeza: number | null
}

/** Times of a stay that differ by less count as equal. */
const IGUAL_MS = 2000

const distance = (t: YaDicho, h: Hecho) => Math.abs(t.inicio - h.inicio)

const isOf = (t: YaDicho, h: Hecho): boolean => {
  if (t.clase !== h.clase || t.ref !== h.ref) return false
  // A fact with a row is recognized by the row's id, even if its time changed.
  if (h.ref !== null) return true
  return t.lugar === h.lugar && distance(t, h) <= IGUAL_MS
}

/** Finds whether the arrival of a stay was published, and with what certainty. */
export const toldOf =
  (published: readonly YaDicho[]) =>
  (s: Estancia): { certeza: number | null } | undefined =>
    published.find(
      (t) => t.clase === 'llegada' && t.lugar === s.lugar && Math.abs(t.inicio - s.desde) <= IGUAL_MS,
    )

/** A published event that is wrong, and the facts published in its place. */
export type Correccion = { dicho: YaDicho; en_vez: Hecho[] }

/** New facts to publish, and published events that are wrong. */
export type Diferencia = { nuevos: Hecho[]; correcciones: Correccion[] }

/**
 * Compares the facts with what was published.
 * @param published from the beginning of the compared period on
 */
export function compare(published: readonly YaDicho[], hechos: readonly Hecho[]): Diferencia {
  const free = new Set(published)
  const nuevos = hechos.filter((h) => {
    const same = [...free].filter((t) => isOf(t, h)).sort((a, b) => distance(a, h) - distance(b, h))[0]
    if (!same) return true
    free.delete(same)
    return false
  })
  const correcciones = [...free].map((dicho): Correccion => {
    const en_vez = nuevos
      .filter((h) => h.clase === dicho.clase && h.ref === dicho.ref)
      .sort((a, b) => distance(dicho, a) - distance(dicho, b))
      .slice(0, 1)
    return { dicho, en_vez }
  })
  return { nuevos, correcciones }
}
