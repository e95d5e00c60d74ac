import { imageSize } from 'image-size'
import { MAX_IMAGEN_PX } from '#contract/parque/ubicaciones/ubicaciones'
import { stripMetadata, type TipoImage } from '../../platform/files/metadata/strip'
import { ErrorHttp, entradaNoValida } from '../../platform/http/errores'

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

/**
 * The picture alone (`stripMetadata`), with type and size from its bytes. Throws 415 for anything but PNG, JPEG or WebP, 400 for an image
 * that is damaged or too large.
 */
export function cleanImage(bytes: Buffer): { tipo: TipoImage; ancho: number; alto: number; cuerpo: Buffer } {
  const signature = SIGNATURES.find(([, , es]) => es(bytes))
  if (!signature)
    throw new ErrorHttp(415, 'tipo_no_admitido', 'La imagen debe ser PNG, JPEG o WebP.', 'archivo')
  const [tipo, nombre] = signature
  const cuerpo = stripMetadata(tipo, bytes)
  if (!cuerpo) throw damaged()
  const { width, height, orientation = 1 } = sizeOf(cuerpo, nombre)
  if (Math.max(width, height) > MAX_IMAGEN_PX)
    throw entradaNoValida(
      `La imagen mide ${width} × ${height} píxeles; el máximo es ${MAX_IMAGEN_PX} × ${MAX_IMAGEN_PX}.`,
      'archivo',
    )
  return orientation >= ORIENTACION_TUMBADA
    ? { tipo, ancho: height, alto: width, cuerpo }
    : { tipo, ancho: width, alto: height, cuerpo }
}

const damaged = () => entradaNoValida('La imagen está dañada y no se puede leer.', 'archivo')

function sizeOf(bytes: Buffer, nombre: string) {
  try {
    const medida = imageSize(bytes)
    if (medida.type === nombre && medida.width >= 1 && medida.height >= 1) return medida
  } catch {
    // The error is thrown below.
  }
  throw damaged()
}
