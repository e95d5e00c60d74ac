import { create } from 'qrcode'

/** Modules that a reader needs free around the code (ISO/IEC 18004). */
export const ZONA_LIBRE = 4

/** A QR code of `lado` by `lado` modules; `barras` are the dark ones, those side by side in a row as one. */
export type Codigo = { lado: number; barras: [x: number, y: number, width: number][] }

/** A text as a QR code that can be read with 15 % of it gone (level M). */
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
