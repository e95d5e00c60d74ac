import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// The decoder is loaded from our own server, the only one that the dock network reaches.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

// Without `qr_code`: a part of a label's own code may be decoded as a Micro QR of a few digits, which nobody prints.
const lector = new BarcodeDetector({ formats: ['qr_code_model_2', 'code_128'] })

/** Text of the first QR or Code 128 in a picture; null if there is none. */
export async function readCodigo(imagen: ImageBitmapSource): Promise<string | null> {
  const [codigo] = await lector.detect(imagen)
  return codigo?.rawValue || null
}
