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
 * The header of a JPEG, which is all that is checked.
 * @param relleno extra bytes
 */
export function jpegOf(width: number, height: number, relleno = 0): Buffer {
  const b = (n: number) => [n >> 8, n & 255]
  const app0 = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
  const sof = [0xff, 0xc0, 0, 17, 8, ...b(height), ...b(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, ...app0, ...sof]),
    Buffer.alloc(relleno),
    Buffer.from([0xff, 0xd9]),
  ])
}
