import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A PDF with one text on each page. */
export async function makePdf(...pages: string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false })
  for (const text of pages) pdf.addPage().text(text)
  pdf.end()
  return buffer(pdf)
}

/** A PDF of one page that repeats an instruction `veces` times: a small file that takes much work to read. */
export function makeHostil(order: string, veces: number): Promise<Buffer> {
  const pdf = new PDFDocument()
  pdf.font('Helvetica').text('.')
  pdf.addContent(`BT /F1 12 Tf ${order.repeat(veces)} ET`)
  pdf.end()
  return buffer(pdf)
}

/**
 * A JPEG of whose picture there is only the frame.
 * @param relleno extra bytes
 */
export function jpegOf(width: number, height: number, relleno = 0): Buffer {
  const b = (n: number) => [n >> 8, n & 255]
  const app0 = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  const sof = [0xff, 0xc0, 0, 17, 8, ...b(height), ...b(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  const sos = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...app0, ...sof, ...sos]),
    Buffer.alloc(relleno),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** What `tellingJpeg` hides in every place that a file has for it. */
export const HIDDEN = 'N42-50-48 W2-40-22'

const segment = (marker: number, ...parts: (string | Buffer)[]) => {
  const body = Buffer.concat(parts.map((p) => (typeof p === 'string' ? Buffer.from(p, 'latin1') : p)))
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** A photo as phones write it: with the side that is up (6: turned by a quarter), where it was taken, texts, and a second image behind it. */
export function tellingJpeg(width: number, height: number, orientation = 6): Buffer {
  const plain = jpegOf(width, height)
  const entry = (tag: number, type: number, count: number, value: number) => {
    const b = Buffer.alloc(12)
    b.writeUInt16LE(tag, 0)
    b.writeUInt16LE(type, 2)
    b.writeUInt32LE(count, 4)
    b.writeUInt32LE(value, 8)
    return b
  }
  const tiff = Buffer.concat([
    Buffer.from('49492a0008000000' + '0200', 'hex'),
    entry(0x0112, 3, 1, orientation),
    entry(0x010e, 2, HIDDEN.length, 38),
    Buffer.alloc(4),
    Buffer.from(HIDDEN),
  ])
  return Buffer.concat([
    plain.subarray(0, 20),
    segment(0xe1, 'Exif\0\0', tiff),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', `<x:xmpmeta>${HIDDEN}</x:xmpmeta>`),
    segment(0xe2, 'MPF\0', HIDDEN),
    segment(0xed, 'Photoshop 3.0\0', HIDDEN),
    segment(0xfe, HIDDEN),
    plain.subarray(20),
    Buffer.from(HIDDEN),
    plain,
  ])
}
