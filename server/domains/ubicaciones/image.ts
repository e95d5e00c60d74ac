import { imageSize } from 'image-size'
import { MAX_IMAGEN_PX } from '#contract/dispositivos/ubicaciones'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'

export type TipoImage = 'image/png' | 'image/jpeg' | 'image/webp'

const SIGNATURES: readonly (readonly [tipo: TipoImage, nombre: string, es: (b: Buffer) => boolean])[] = [
  ['image/png', 'png', (b) => b.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', 'jpg', (b) => b.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  [
    'image/webp',
    'webp',
    (b) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP',
  ],
]

/** From this EXIF orientation on, width and height are swapped. */
const ORIENTACION_TUMBADA = 5

/** Image type and size from the bytes alone. Throws 415 for anything but PNG, JPEG or WebP, 400 for an image that is too large. */
export function checkImage(bytes: Buffer): { tipo: TipoImage; ancho: number; alto: number } {
  const signature = SIGNATURES.find(([, , es]) => es(bytes))
  if (!signature)
    throw new ErrorHttp(415, 'tipo_no_admitido', 'La imagen debe ser PNG, JPEG o WebP.', 'archivo')
  const [tipo, nombre] = signature
  const { width, height, orientation = 1 } = sizeOf(bytes, nombre)
  if (Math.max(width, height) > MAX_IMAGEN_PX)
    throw entradaNoValida(
      `La imagen mide ${width} × ${height} píxeles; el máximo es ${MAX_IMAGEN_PX} × ${MAX_IMAGEN_PX}.`,
      'archivo',
    )
  return orientation >= ORIENTACION_TUMBADA
    ? { tipo, ancho: height, alto: width }
    : { tipo, ancho: width, alto: height }
}

function sizeOf(bytes: Buffer, nombre: string) {
  try {
    const medida = imageSize(bytes)
    if (medida.type === nombre && medida.width >= 1 && medida.height >= 1) return medida
  } catch {
    // The error is thrown below.
  }
  throw entradaNoValida('La imagen está dañada y no se puede leer.', 'archivo')
}
