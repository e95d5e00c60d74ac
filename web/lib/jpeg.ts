/** Limits of a photo: pixels per side, and bytes. */
type Limites = { lado: number; bytes: number }

/** JPEG qualities, tried in this order until the file is small enough. */
const CALIDADES = [0.7, 0.5, 0.3]

/** Size of a picture scaled to fit a square, never enlarged. */
export function medidasOf(ancho: number, alto: number, lado: number): { ancho: number; alto: number } {
  const escala = Math.min(1, lado / Math.max(ancho, alto))
  return { ancho: Math.max(1, Math.round(ancho * escala)), alto: Math.max(1, Math.round(alto * escala)) }
}

function draw(imagen: ImageBitmap, lado: number): OffscreenCanvas {
  const { ancho, alto } = medidasOf(imagen.width, imagen.height, lado)
  const lienzo = new OffscreenCanvas(ancho, alto)
  const pincel = lienzo.getContext('2d')
  if (!pincel) throw new Error('no canvas')
  // A JPEG has no transparency: transparent areas become white instead of black.
  pincel.fillStyle = '#fff'
  pincel.fillRect(0, 0, ancho, alto)
  pincel.drawImage(imagen, 0, 0, ancho, alto)
  return lienzo
}

/**
 * A picture, or the current frame of a video, as an upright JPEG within the limits: first the quality is lowered, then the size. Rejects a
 * file that the browser cannot read as a picture.
 */
export async function compress(fuente: Blob | HTMLVideoElement, { lado, bytes }: Limites): Promise<Blob> {
  const imagen = await createImageBitmap(fuente, { imageOrientation: 'from-image' })
  try {
    for (let suyo = lado; suyo >= 1; suyo = Math.floor(suyo / 2)) {
      const lienzo = draw(imagen, suyo)
      for (const quality of CALIDADES) {
        const jpeg = await lienzo.convertToBlob({ type: 'image/jpeg', quality })
        if (jpeg.size <= bytes) return jpeg
      }
    }
    throw new Error('no picture is so small')
  } finally {
    imagen.close()
  }
}
