import { LETRA } from '../../ui/theme/tema'

const anchos = new Map<string, number>()
let lapiz: CanvasRenderingContext2D | null | undefined

/** Width of a text in the font of the map's labels, in CSS pixels. */
export function measureTexto(texto: string): number {
  const sabido = anchos.get(texto)
  if (sabido !== undefined) return sabido
  lapiz ??= document.createElement('canvas').getContext('2d')
  if (!lapiz) return texto.length * 7
  lapiz.font = `550 12px ${LETRA}`
  const ancho = lapiz.measureText(texto).width
  // Until the font has loaded, the fallback font is measured; that width is not cached.
  if (document.fonts.check(lapiz.font)) anchos.set(texto, ancho)
  return ancho
}
