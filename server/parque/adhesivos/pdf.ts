import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { type Hoja, porHoja, sitioOf } from '#contract/parque/adhesivos/values'
import { MAX_PENDIENTE, winAnsi } from '../../platform/export/pdf'
import { pausadas, type Rows } from '../../platform/export/tabla'
import { codigoOf, ZONA_LIBRE } from './codigo'
import { type Adhesivo, type Fuente, INTERLINEA, lineasOf } from './texts'

/** PDF points per millimetre. */
const MM = 72 / 25.4
/** Largest share of the label's width for the code. */
const PARTE_CODIGO = 0.5
/** Shift of the baseline below the top of the line, in font sizes. */
const SUBE = 0.1

type Pedido = {
  hoja: Hoja
  /** Position of the first label on the first sheet, from 1. */
  desde: number
  /** The URL in the QR code of a mac. */
  urlOf: (mac: string) => string
}

/** Streams a PDF of labels, while it is drawn: a page per sheet, or a page per label on a roll. */
export function adhesivosStream(adhesivos: Rows<Adhesivo>, { hoja, desde, urlOf }: Pedido): Readable {
  const size = hoja.papel.map((mm) => mm * MM) as [number, number]
  const doc = new PDFDocument({
    size,
    margin: 0,
    displayTitle: true,
    info: { Title: 'Etiquetas QR' },
  })
  // Asks the viewer to print at full size: on a shrunk sheet the labels would not match.
  const { _root } = doc as unknown as { _root: { data: { ViewerPreferences: { data: object } } } }
  Object.assign(_root.data.ViewerPreferences.data, { PrintScaling: 'None' })
  const flujo = doc as unknown as Readable
  const measure = (texto: string, fuente: Fuente, tam: number) =>
    doc.font(fuente).fontSize(tam).widthOfString(texto)

  function drawCodigo(texto: string, x: number, y: number, side: number) {
    const codigo = codigoOf(texto)
    const modulo = side / (codigo.lado + 2 * ZONA_LIBRE)
    for (const [cx, cy, width] of codigo.barras)
      doc.rect(x + (cx + ZONA_LIBRE) * modulo, y + (cy + ZONA_LIBRE) * modulo, width * modulo, modulo)
    // A single path: no line shows where two rectangles touch.
    doc.fillColor('black').fill()
  }

  function drawAdhesivo(a: Adhesivo, sitio: number) {
    const [x, y] = sitioOf(hoja, sitio).map((mm) => (mm + hoja.margen) * MM) as [number, number]
    const [width, height] = hoja.etiqueta.map((mm) => (mm - 2 * hoja.margen) * MM) as [number, number]
    const side = Math.min(height, width * PARTE_CODIGO)
    drawCodigo(urlOf(a.mac), x, y + (height - side) / 2, side)
    const legible = {
      ...a,
      mac: winAnsi(a.mac),
      apodo: a.apodo && winAnsi(a.apodo),
      familia: a.familia && winAnsi(a.familia),
    }
    const lineas = lineasOf(legible, width - side, height, measure)
    let ty = y + (height - lineas.reduce((n, l) => n + l.tam * INTERLINEA, 0)) / 2
    for (const { texto, fuente, tam } of lineas) {
      doc
        .font(fuente)
        .fontSize(tam)
        .text(texto, x + side, ty + tam * SUBE, { lineBreak: false })
      ty += tam * INTERLINEA
    }
  }

  let sitio = desde - 1
  function drawChunk(chunk: readonly Adhesivo[]) {
    for (const a of chunk) {
      if (sitio === porHoja(hoja)) {
        sitio = 0
        doc.addPage()
      }
      drawAdhesivo(a, sitio++)
    }
  }

  async function draw() {
    for await (const chunk of pausadas(adhesivos)) {
      // Waits until what is drawn was sent: a slow client must not fill the memory.
      while (flujo.readableLength > MAX_PENDIENTE && !flujo.destroyed) await sleep(20)
      if (flujo.destroyed) return
      drawChunk(chunk)
    }
    doc.end()
  }
  draw().catch((e) => flujo.destroy(e))
  return flujo
}
