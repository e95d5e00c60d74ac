import { expect, test, vi } from 'vitest'
import { compress, medidasOf } from './foto'

test.each([
  [4000, 3000, 800, 600],
  [3000, 4000, 600, 800],
  [801, 801, 800, 800],
  [640, 480, 640, 480],
  [10_000, 3, 800, 1],
])('%i x %i becomes %i x %i', (ancho, alto, a, b) => {
  expect(medidasOf(ancho, alto)).toEqual({ ancho: a, alto: b })
})

test('becomes a JPEG of quality 0.7', async () => {
  const convertToBlob = vi.fn(async () => new Blob())
  const medidas = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 900, close: () => {} }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      convertToBlob = convertToBlob
      constructor(ancho: number, alto: number) {
        medidas(ancho, alto)
      }
      getContext = () => ({ fillRect: () => {}, drawImage: () => {} })
    },
  )
  await compress(new Blob())
  expect(medidas).toHaveBeenCalledWith(800, 450)
  expect(convertToBlob).toHaveBeenCalledWith({ type: 'image/jpeg', quality: 0.7 })
  vi.unstubAllGlobals()
})
