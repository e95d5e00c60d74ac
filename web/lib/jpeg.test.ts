import { expect, test, vi } from 'vitest'
import { compress, medidasOf } from './jpeg'

// cubre: validacion 14
test.each([
  [4000, 3000, 800, 600],
  [3000, 4000, 600, 800],
  [801, 801, 800, 800],
  [640, 480, 640, 480],
  [10_000, 3, 800, 1],
])('%i x %i becomes %i x %i', (ancho, alto, a, b) => {
  expect(medidasOf(ancho, alto, 800)).toEqual({ ancho: a, alto: b })
})

/**
 * A browser whose JPEGs have this many bytes per pixel at full quality.
 * @returns the sizes and qualities that were tried
 */
function fakeCanvas(bytesPerPixel: number) {
  const tried: [width: number, height: number, quality: number][] = []
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 900, close: () => {} }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      constructor(
        readonly width: number,
        readonly height: number,
      ) {}
      getContext = () => ({ fillRect: () => {}, drawImage: () => {} })
      async convertToBlob({ quality }: { quality: number }) {
        tried.push([this.width, this.height, quality])
        return { size: this.width * this.height * bytesPerPixel * quality }
      }
    },
  )
  return tried
}

// cubre: validacion 14
test('becomes a JPEG of quality 0.7', async () => {
  const tried = fakeCanvas(1)
  await compress(new Blob(), { lado: 800, bytes: 1 << 20 })
  expect(tried).toEqual([[800, 450, 0.7]])
  vi.unstubAllGlobals()
})

test('one that is too large still becomes worse first, then smaller', async () => {
  const tried = fakeCanvas(4)
  const { size } = await compress(new Blob(), { lado: 1280, bytes: 300 << 10 })
  expect(size).toBeLessThanOrEqual(300 << 10)
  expect(tried).toEqual(
    [
      [1280, 720, 0.7],
      [1280, 720, 0.5],
      [1280, 720, 0.3],
      [640, 360, 0.7],
      [640, 360, 0.5],
      [640, 360, 0.3],
    ].slice(0, tried.length),
  )
  expect(tried.length).toBeGreaterThan(3)
  vi.unstubAllGlobals()
})
