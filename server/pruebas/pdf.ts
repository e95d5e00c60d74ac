import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A PDF with a text on each of its pages. */
export async function makePdf(...paginas: string[]): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false })
  for (const texto of paginas) pdf.addPage().text(texto)
  pdf.end()
  return buffer(pdf)
}

/** A PDF of one page that says the same `veces` times: a small file, and much work. */
export function makeHostil(orden: string, veces: number): Promise<Buffer> {
  const pdf = new PDFDocument()
  pdf.font('Helvetica').text('.')
  pdf.addContent(`BT /F1 12 Tf ${orden.repeat(veces)} ET`)
  pdf.end()
  return buffer(pdf)
}
