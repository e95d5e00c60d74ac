import type { Locator } from '@playwright/test'

/** A colour name for an element: of its text, or of its background. */
export async function colorOf(
  de: Locator,
  propiedad: 'color' | 'backgroundColor' = 'color',
): Promise<'rojo' | 'verde' | 'azul' | 'gris' | 'otro'> {
  const [r = 0, g = 0, b = 0] = await de.evaluate((e, p) => {
    // A canvas converts any colour notation to three numbers.
    const pincel = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    pincel.fillStyle = getComputedStyle(e)[p]
    pincel.fillRect(0, 0, 1, 1)
    return [...pincel.getImageData(0, 0, 1, 1).data]
  }, propiedad)
  const [mayor, menor] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (mayor - menor < 32) return 'gris'
  if (mayor === r) return r > g * 1.5 ? 'rojo' : 'otro'
  return mayor === g ? 'verde' : 'azul'
}

/** `rgb(1, 2, 3)` as its relative luminance of WCAG 2, 0 to 1. */
function luminanceOf(rgb: string): number {
  const [r = 0, g = 0, b = 0] = (rgb.match(/[\d.]+/g) ?? []).slice(0, 3).map((v) => {
    const c = Number(v) / 255
    return c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two opaque colours, as `getComputedStyle` writes them: 1 to 21. */
export function contrast(uno: string, otro: string): number {
  const [a, b] = [luminanceOf(uno), luminanceOf(otro)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}
