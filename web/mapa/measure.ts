import { LETRA } from '../ui/theme/tema'

const anchos = new Map<string, number>()
let lapiz: CanvasRenderingContext2D | null | undefined

/** Width of a text in the letter of the map's names, CSS pixels. */
export function measureTexto(texto: string): number {
  const sabido = anchos.get(texto)
  if (sabido !== undefined) return sabido
  lapiz ??= document.createElement('canvas').getContext('2d')
  if (!lapiz) return texto.length * 7
  lapiz.font = `550 12px ${LETRA}`
  const ancho = lapiz.measureText(texto).width
  // Until the letter has loaded another one is measured, which is not worth keeping.
  if (document.fonts.check(lapiz.font)) anchos.set(texto, ancho)
  return ancho
}
