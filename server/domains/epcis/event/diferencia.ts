import type { Clase } from './evento'
import type { Estancia, Hecho } from './hechos'

/** What stands as told, by what it is known again. */
export type YaDicho = {
  id: number
  clase: Clase
  ref: number | null
  lugar: number | null
  /** Unix ms. */
  inicio: number
  /** The row of the event. */
  evento: number
  /** As it was told with. */
  certeza: number | null
}

/** Times of a stay that differ by less are the same. */
const IGUAL_MS = 2000

const distance = (t: YaDicho, h: Hecho) => Math.abs(t.inicio - h.inicio)

const isOf = (t: YaDicho, h: Hecho): boolean => {
  if (t.clase !== h.clase || t.ref !== h.ref) return false
  // A row is known by its number, whatever became of its time.
  if (h.ref !== null) return true
  return t.lugar === h.lugar && distance(t, h) <= IGUAL_MS
}

/** Whether an arrival of this stay was told, and with what certainty. */
export const toldOf =
  (told: readonly YaDicho[]) =>
  (s: Estancia): { certeza: number | null } | undefined =>
    told.find((t) => t.clase === 'llegada' && t.lugar === s.lugar && Math.abs(t.inicio - s.desde) <= IGUAL_MS)

/** A told event that was wrong, and what is told instead of it. */
export type Correccion = { dicho: YaDicho; en_vez: Hecho[] }

/** What is to be told: what is new, and what was told and is not so. */
export type Diferencia = { nuevos: Hecho[]; correcciones: Correccion[] }

/**
 * Compare what happened with what was told.
 * @param told from the moment on that was looked at
 */
export function compare(told: readonly YaDicho[], hechos: readonly Hecho[]): Diferencia {
  const free = new Set(told)
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
