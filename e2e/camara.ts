import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const ANCHO = 1280
const ALTO = 720
const CUADROS = 4
const FONDO = 235

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
prepareZXingModule({
  overrides: {
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
  },
})

/** A film, as Chromium's false camera shows it, of a code held before the lens. */
export async function filmCodigo(ruta: string, texto: string, format: 'QRCode' | 'Code128'): Promise<void> {
  const { symbol, error } = await writeBarcode(texto, { format })
  if (error) throw new Error(error)
  const cuadro = Buffer.alloc(ANCHO * ALTO, FONDO)
  // The codes fill most of the box of 250 px that is read, with the quiet border that they need.
  const escala = Math.max(1, Math.floor(440 / symbol.width))
  const alto = format === 'QRCode' ? symbol.height * escala : 160
  const [x0, y0] = [Math.floor((ANCHO - symbol.width * escala) / 2), Math.floor((ALTO - alto) / 2)]
  for (let y = 0; y < alto; y++)
    for (let x = 0; x < symbol.width * escala; x++) {
      const fila = format === 'QRCode' ? Math.floor(y / escala) : 0
      const negro = symbol.data[fila * symbol.width + Math.floor(x / escala)] === 0
      cuadro[(y0 + y) * ANCHO + x0 + x] = negro ? 20 : FONDO
    }
  const color = Buffer.alloc((ANCHO * ALTO) / 2, 128)
  const partes = [Buffer.from(`YUV4MPEG2 W${ANCHO} H${ALTO} F10:1 Ip A1:1 C420\n`)]
  for (let i = 0; i < CUADROS; i++) partes.push(Buffer.from('FRAME\n'), cuadro, color)
  await writeFile(ruta, Buffer.concat(partes))
}
