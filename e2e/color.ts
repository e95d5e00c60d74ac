import type { Locator } from '@playwright/test'

/** What a person would call the colour of an element: its text, or its background. */
export async function colorDe(
  de: Locator,
  propiedad: 'color' | 'backgroundColor' = 'color',
): Promise<'rojo' | 'verde' | 'azul' | 'gris' | 'otro'> {
  const [r = 0, g = 0, b = 0] = await de.evaluate((e, p) => {
    // Whatever the notation, a canvas tells the three numbers.
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
