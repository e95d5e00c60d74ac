import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { formatInstante } from '../tiempo'
import { pausadas, type Tabla } from './tabla'

const MARGEN = 32
const ALTO_FILA = 15
/** Bytes drawn that nobody has taken yet. */
export const MAX_PENDIENTE = 1 << 20
const TINTA = '#14211F'
const LINEA = '#DDE3E0'
const MARCA = '#0F5C63'

/** WinAnsi, which the built-in fonts speak, has all of Spanish; anything else shows as a question mark. */
export function winAnsi(texto: string): string {
  return texto.replace(
    /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/g,
    '?',
  )
}

/** The table as a PDF, A4 landscape, with headings and page numbers on each page; streamed as it is drawn. */
export function pdfStream<T>(tabla: Tabla<T>): Readable {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGEN,
    info: { Title: tabla.titulo },
  })
  const flujo = doc as unknown as Readable
  const ancho = doc.page.width - 2 * MARGEN
  const unidades = tabla.columnas.reduce((n, c) => n + c.ancho, 0)
  const anchos = tabla.columnas.map((c) => (c.ancho / unidades) * ancho)
  let y = 0
  let pagina = 1

  function row(celdas: string[], fuente: string) {
    doc.font(fuente).fontSize(8).fillColor(TINTA)
    let x = MARGEN
    for (const [i, celda] of celdas.entries()) {
      const w = anchos[i] as number
      doc.text(winAnsi(celda), x + 2, y + 4, {
        width: w - 4,
        height: ALTO_FILA,
        ellipsis: true,
        lineBreak: false,
      })
      x += w
    }
    y += ALTO_FILA
    doc
      .moveTo(MARGEN, y)
      .lineTo(MARGEN + ancho, y)
      .lineWidth(0.5)
      .strokeColor(LINEA)
      .stroke()
  }
  function head() {
    y = MARGEN
    doc
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(MARCA)
      .text(winAnsi(tabla.titulo), MARGEN, y, { lineBreak: false })
    const pie = `Retorna · ${formatInstante(new Date(), tabla.zona)} · página ${pagina}`
    doc
      .font('Helvetica')
      .fontSize(8)
      .fillColor(TINTA)
      .text(winAnsi(pie), MARGEN, y + 4, { width: ancho, align: 'right', lineBreak: false })
    y += 24
    row(
      tabla.columnas.map((c) => c.titulo),
      'Helvetica-Bold',
    )
  }
  function text(v: ReturnType<(typeof tabla.columnas)[number]['valor']>): string {
    if (v === null) return '—'
    return v instanceof Date ? formatInstante(v, tabla.zona) : String(v)
  }

  async function draw() {
    head()
    for await (const trozo of pausadas(tabla.filas)) {
      // Let what is drawn leave before more is drawn: a slow reader must not fill the memory.
      while (flujo.readableLength > MAX_PENDIENTE && !flujo.destroyed) await sleep(20)
      if (flujo.destroyed) return
      for (const fila of trozo) {
        if (y + ALTO_FILA > doc.page.height - MARGEN) {
          doc.addPage()
          pagina++
          head()
        }
        row(
          tabla.columnas.map((c) => text(c.valor(fila))),
          'Helvetica',
        )
      }
    }
    doc.end()
  }
  draw().catch((e) => flujo.destroy(e))
  return flujo
}
