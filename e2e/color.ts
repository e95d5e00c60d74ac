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
