import { create } from 'qrcode'

/** Width of the quiet zone around the code, in modules (ISO/IEC 18004). */
export const ZONA_LIBRE = 4

/** A QR code of `lado` × `lado` modules; `barras` are runs of adjacent dark modules in a row. */
export type Codigo = { lado: number; barras: [x: number, y: number, width: number][] }

/** Encodes a text as a QR code that stays readable with 15 % of it damaged (level M). */
export function codigoOf(text: string): Codigo {
  const { size: lado, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const barras: Codigo['barras'] = []
  for (let y = 0; y < lado; y++)
    for (let x = 0; x < lado; x++) {
      if (!data[y * lado + x]) continue
      const desde = x
      while (x + 1 < lado && data[y * lado + x + 1]) x++
      barras.push([desde, y, x + 1 - desde])
    }
  return { lado, barras }
}
