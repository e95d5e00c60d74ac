import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A PDF with a text on each of its pages. */
export async function makePdf(...pages: string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false })
  for (const text of pages) pdf.addPage().text(text)
  pdf.end()
  return buffer(pdf)
}

/** A PDF of one page that says the same `veces` times: a small file, and much work. */
export function makeHostil(order: string, veces: number): Promise<Buffer> {
  const pdf = new PDFDocument()
  pdf.font('Helvetica').text('.')
  pdf.addContent(`BT /F1 12 Tf ${order.repeat(veces)} ET`)
  pdf.end()
  return buffer(pdf)
}
