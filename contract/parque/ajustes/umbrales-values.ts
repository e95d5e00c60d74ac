import { type Ajustes, reviewLimites } from './values'

/**
 * Acceleration in g from which a value is an impact, for a family of containers, for the tags of one maker, or for both together; replaces
 * the company's two numbers.
 */
export type Umbral = {
  /** Null: any family. */
  familia: string | null
  /** The first six digits of a tag's mac, upper case. Null: any maker. */
  fabricante: string | null
  gImpacto: number
  gImpactoPicos: number
}
export const MAX_UMBRALES = 50
/** Kinds of tags that are listed for a company at most. */
export const MAX_CLASES = 2000
const FABRICANTE = /^[0-9A-F]{6}$/

/**
 * Normalize the typed digits of a maker, with or without colons, hyphens and blanks. Letters that no mac has are kept, so that validation
 * refuses them. Null: any maker.
 */
export const cleanFabricante = (texto: string): string | null =>
  texto.replace(/[:\s-]/g, '').replace(/[a-f]/g, (c) => c.toUpperCase()) || null

/** The numbers of a company, and the thresholds that replace them for some tags. */
export type AjustesEmpresa = Ajustes & { umbrales: Umbral[] }

const MAC = /^[0-9A-F]{12}$/

/** Whether a mac, or the beginning of one, is of this maker. A serial instead of a mac has no maker. */
const isOf = (fabricante: string, mac: string) =>
  mac.startsWith(fabricante) && (mac === fabricante || MAC.test(mac))

/** Specificity of a threshold: a family ranks above a maker. */
const rango = (u: Umbral) => (u.familia === null ? 0 : 2) + (u.fabricante === null ? 0 : 1)

/** Sorted by specificity, the most specific first: the order in which they are searched and stored. */
export const sortUmbrales = (umbrales: readonly Umbral[]): Umbral[] =>
  [...umbrales].sort(
    (x, y) =>
      rango(y) - rango(x) ||
      (x.familia ?? '').localeCompare(y.familia ?? '', 'es') ||
      (x.fabricante ?? '').localeCompare(y.fabricante ?? ''),
  )

/**
 * The threshold that applies to a tag; undefined: the numbers of its company apply.
 * @param umbrales the most specific first
 */
export const findUmbral = <U extends Umbral>(
  umbrales: readonly U[],
  familia: string | null,
  mac: string,
): U | undefined =>
  umbrales.find(
    (u) =>
      (u.familia === null || u.familia === familia) && (u.fabricante === null || isOf(u.fabricante, mac)),
  )

/**
 * From how many g a value of a tag is an impact.
 * @param picos the tag sends peaks
 */
export function gImpactoOf(a: AjustesEmpresa, familia: string | null, mac: string, picos: boolean): number {
  return (findUmbral(a.umbrales, familia, mac) ?? a)[picos ? 'gImpactoPicos' : 'gImpacto']
}

const CAMPOS = ['familia', 'fabricante', 'gImpacto', 'gImpactoPicos'] as const

/** Equal thresholds in the same order. */
export const isIgual = (a: readonly Umbral[], b: readonly Umbral[]): boolean =>
  a.length === b.length && a.every((u, i) => CAMPOS.every((k) => u[k] === b[i]?.[k]))

export type Reparo = { fila: number; campo: keyof Umbral; mensaje: string }

/** The first error in the thresholds, in Spanish; null: none. */
export function reviewUmbrales(umbrales: readonly Umbral[]): Reparo | null {
  const vistos = new Set<string>()
  for (const [fila, u] of umbrales.entries()) {
    const say = (campo: keyof Umbral, mensaje: string): Reparo => ({ fila, campo, mensaje })
    if (u.fabricante !== null && !FABRICANTE.test(u.fabricante))
      return say('fabricante', 'Son los seis primeros caracteres de la MAC, del 0 al 9 y de la A a la F.')
    if (u.familia === null && u.fabricante === null)
      return say('familia', 'Falta la familia o el fabricante: para todas ya hay dos números.')
    const clave = JSON.stringify([u.familia, u.fabricante])
    if (vistos.has(clave)) return say('familia', 'Esa familia y ese fabricante ya tienen los suyos.')
    vistos.add(clave)
    for (const campo of ['gImpacto', 'gImpactoPicos'] as const) {
      const fuera = reviewLimites(campo, u[campo])
      if (fuera) return say(campo, fuera)
    }
  }
  return null
}
