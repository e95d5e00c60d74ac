import type { FastifyReply } from 'fastify'
import { imageSize } from 'image-size'
import { ErrorHttp, entradaNoValida } from '../http/errores'
import { stripMetadata } from './metadata/strip'

/** Magic bytes of a JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/**
 * The picture of a JPEG, without what else the file tells (`stripMetadata`). Refuses bytes that are no JPEG (415), or a picture without a size
 * or with more than `lado` pixels a side (400), whatever their name and type claim.
 */
export function cleanJpeg(bytes: Buffer, lado: number, campo: string): Buffer {
  const noEs = () => new ErrorHttp(415, 'tipo_no_admitido', 'La foto debe ser una imagen JPEG.', campo)
  if (!bytes.subarray(0, JPEG.length).equals(JPEG)) throw noEs()
  const foto = stripMetadata('image/jpeg', bytes)
  if (!foto) throw noEs()
  let medidas: ReturnType<typeof imageSize>
  try {
    medidas = imageSize(foto)
  } catch {
    throw noEs()
  }
  if (medidas.type !== 'jpg') throw noEs()
  if (!(medidas.width >= 1 && medidas.height >= 1))
    throw entradaNoValida('La foto está dañada y no se puede leer.', campo)
  if (medidas.width > lado || medidas.height > lado)
    throw entradaNoValida(`La foto debe medir como mucho ${lado}x${lado} píxeles.`, campo)
  return foto
}

/** Send a picture that never changes at its address. */
export const sendJpeg = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .type('image/jpeg')
    .header('content-security-policy', "default-src 'none'")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(bytes)
