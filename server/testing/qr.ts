import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer as ArrayBuffer } })

/** Pixels as 32 bits: blue, green, red, opaque. */
const BLANCO = 0xffffffff
const NEGRO = 0xff000000

type Cuadro = { x: number; y: number; w: number; h: number }

/** Filled rectangles of each page of a PDF made by Retorna, in points from the upper left corner. */
function cuadrosOf(pdf: Buffer): Cuadro[][] {
  const pages: Cuadro[][] = []
  const latin = pdf.toString('latin1')
  for (const m of latin.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)) {
    const desde = m.index + m[0].length
    const contenido = inflateSync(pdf.subarray(desde, latin.indexOf('\nendstream', desde))).toString('latin1')
    const numero = '(-?[\\d.]+)'
    const re = new RegExp(`${numero} ${numero} ${numero} ${numero} re`, 'g')
    const cuadros = [...contenido.matchAll(re)].map(([, x, y, w, h]) => ({
      x: Number(x),
      y: Number(y),
      w: Number(w),
      h: Number(h),
    }))
    if (contenido.includes(' cm')) pages.push(cuadros)
  }
  return pages
}

export type Parsed = { texto: string; nivel: string; x: number; y: number }

/**
 * Draw the rectangles of each page of a PDF as a label printer of `ppp` dots per inch does, and read the QR codes.
 * @param papel size of the page in mm
 * @returns per page the codes, from left to right and top to bottom, with the position of the code's corner in mm
 */
export async function readCodigos(
  pdf: Buffer,
  papel: readonly [ancho: number, alto: number],
  ppp = 203,
): Promise<Parsed[][]> {
  const salida: Parsed[][] = []
  const [width, height] = papel.map((mm) => Math.round((mm / 25.4) * ppp)) as [number, number]
  const point = ppp / 72
  for (const cuadros of cuadrosOf(pdf)) {
    const puntos = new Uint32Array(width * height).fill(BLANCO)
    for (const { x, y, w, h } of cuadros)
      for (let row = Math.round(y * point); row < Math.round((y + h) * point); row++)
        puntos.fill(NEGRO, row * width + Math.round(x * point), row * width + Math.round((x + w) * point))
    const data = new Uint8ClampedArray(puntos.buffer)
    const leidos = await readBarcodes({ data, width, height } as ImageData, {
      // Not `QRCode`: that takes inner parts of some codes for a Micro QR.
      formats: ['QRCodeModel2'],
      maxNumberOfSymbols: 255,
      tryInvert: false,
      tryRotate: false,
    })
    const page = leidos.map((l) => ({
      texto: l.text,
      nivel: l.ecLevel ?? '',
      x: l.position.topLeft.x / point / (72 / 25.4),
      y: l.position.topLeft.y / point / (72 / 25.4),
    }))
    salida.push(page.sort((a, b) => (Math.abs(a.y - b.y) > 2 ? a.y - b.y : a.x - b.x)))
  }
  return salida
}
