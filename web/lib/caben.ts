import { entero, unaOf } from './api/direccion'

/** CSS pixels of a screen that are no rows: bars, titles, filters, headings and pager. */
const RESTO_PX = 300
const FILA_PX = 36
const FILA_TACTIL_PX = 44
const MENOS = 5
const MAS = 100

/**
 * Rows that a screen of this height shows without scrolling: what a table starts with where nobody asked for a size.
 * @param alto CSS pixels
 * @param tactil rows are for fingers
 */
export function rowsThatFit(alto: number, tactil: boolean): number {
  const filas = Math.floor((alto - RESTO_PX) / (tactil ? FILA_TACTIL_PX : FILA_PX))
  return Math.min(MAS, Math.max(MENOS, filas))
}

/** As many as fit on this screen. */
export const CABEN = rowsThatFit(
  globalThis.innerHeight ?? 0,
  globalThis.matchMedia?.('(pointer: coarse)').matches ?? false,
)

/** The sizes to choose from, with as many as fit among them. */
export const addCaben = (tamanos: readonly number[]): readonly number[] =>
  [...new Set([...tamanos, CABEN])].sort((a, b) => a - b)

/** The size that an address names: one of these, or what fits on the screen of whoever copied it; else undefined. */
export const readFilas = (tamanos: readonly number[], v: unknown): number | undefined =>
  unaOf(tamanos, v) ?? entero(v, MENOS, MAS)
