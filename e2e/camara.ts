import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const WIDTH = 1280
const HEIGHT = 720
const CUADROS = 4
const BACKGROUND = 235

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'))
prepareZXingModule({
  overrides: {
    wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
  },
})

export type Codigo = { texto: string; formato: 'QRCode' | 'Code128' }

async function drawCuadro({ texto, formato }: Codigo): Promise<Buffer<ArrayBuffer>> {
  const { symbol, error } = await writeBarcode(texto, { format: formato })
  if (error) throw new Error(error)
  const cuadro = Buffer.alloc(WIDTH * HEIGHT, BACKGROUND)
  // Each code fills most of the decoded box of 250 px, with the quiet zone that it needs.
  const scale = Math.max(1, Math.floor(440 / symbol.width))
  const height = formato === 'QRCode' ? symbol.height * scale : 160
  const [x0, y0] = [Math.floor((WIDTH - symbol.width * scale) / 2), Math.floor((HEIGHT - height) / 2)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < symbol.width * scale; x++) {
      const row = formato === 'QRCode' ? Math.floor(y / scale) : 0
      const negro = symbol.data[row * symbol.width + Math.floor(x / scale)] === 0
      cuadro[(y0 + y) * WIDTH + x0 + x] = negro ? 20 : BACKGROUND
    }
  return cuadro
}

/** A video for Chromium's fake camera, in which codes are shown one after another, each for 0.8 s. */
export async function filmCodigos(ruta: string, ...codigos: Codigo[]): Promise<void> {
  const color = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const partes = [Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420\n`)]
  for (const codigo of codigos) {
    const cuadro = await drawCuadro(codigo)
    for (let i = 0; i < CUADROS; i++) partes.push(Buffer.from('FRAME\n'), cuadro, color)
  }
  await writeFile(ruta, Buffer.concat(partes))
}

/** Arguments with which Chromium uses a video as the camera and grants the permission. */
export const conFilm = (ruta: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${ruta}`,
]
