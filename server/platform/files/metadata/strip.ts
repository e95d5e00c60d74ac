import { stripJpeg } from './jpeg'
import { DamagedImage } from './pieces'
import { stripPng } from './png'
import { stripWebp } from './webp'

export type TipoImage = 'image/png' | 'image/jpeg' | 'image/webp'

const STRIP = { 'image/png': stripPng, 'image/jpeg': stripJpeg, 'image/webp': stripWebp }

/**
 * The picture alone: without the place where a photo was taken, its camera and whatever else a file carries. Orientation and colours stay.
 * Null: the image is damaged.
 */
export function stripMetadata(tipo: TipoImage, bytes: Buffer): Buffer | null {
  try {
    return STRIP[tipo](bytes)
  } catch (e) {
    if (e instanceof DamagedImage) return null
    throw e
  }
}
