import { entero, unaOf } from './api/direccion'

/** Height in CSS pixels of everything on a screen that is not rows: bars, titles, filters, headings and pager. */
const RESTO_PX = 300
const FILA_PX = 36
const FILA_TACTIL_PX = 44
const MENOS = 5
const MAS = 100

/**
 * Rows that a screen of this height shows without scrolling: the default page size of a table.
 * @param alto height in CSS pixels
 * @param tactil rows are sized for touch
 */
export function rowsThatFit(alto: number, tactil: boolean): number {
  const filas = Math.floor((alto - RESTO_PX) / (tactil ? FILA_TACTIL_PX : FILA_PX))
  return Math.min(MAS, Math.max(MENOS, filas))
}

/** Rows that fit on this screen. */
export const CABEN = rowsThatFit(
  globalThis.innerHeight ?? 0,
  globalThis.matchMedia?.('(pointer: coarse)').matches ?? false,
)

/** The page sizes to choose from, including the number that fits on this screen. */
export const addCaben = (tamanos: readonly number[]): readonly number[] =>
  [...new Set([...tamanos, CABEN])].sort((a, b) => a - b)

/** The page size in an address: one of the fixed sizes, or the number that fits the screen of the person who copied it; else undefined. */
export const readFilas = (tamanos: readonly number[], v: unknown): number | undefined =>
  unaOf(tamanos, v) ?? entero(v, MENOS, MAS)
