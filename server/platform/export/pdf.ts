import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { imageSize } from 'image-size'
import PDFDocument from 'pdfkit'
import { formatInstant } from '../time/time'
import { formatFilas } from './sobre'
import { type Celda, type Column, pausadas, type Tabla } from './tabla'

const MARGIN = 32
const ROW_HEIGHT = 15
/** Limit of bytes that are drawn but not yet consumed. */
export const MAX_PENDIENTE = 1 << 20
const TINTA = '#14211F'
const LINEA = '#DDE3E0'
const MARCA = '#0F5C63'

/** WinAnsi, the encoding of the built-in fonts, covers Spanish; any other character becomes a question mark. */
export function winAnsi(text: string): string {
  return text.replace(
    /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]/g,
    '?',
  )
}

/** Spanish number format. */
const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 6 })

/** The text of a cell. */
function escrita(v: Celda, { unidad, codigo }: Pick<Column<never>, 'unidad' | 'codigo'>, zona: string) {
  if (v === null) return '—'
  if (v instanceof Date) return formatInstant(v, zona)
  if (typeof v === 'boolean') return v ? 'Sí' : 'No'
  if (typeof v !== 'number' || codigo) return String(v)
  return unidad ? `${NUMBER.format(v)} ${unidad}` : NUMBER.format(v)
}

const ALTO_SOBRE = 11
const BODY = 8
/** Ascender of Helvetica above the base line, as a share of the font size. */
const ASCENDENTE = 0.718
/** A text wider than its column wraps to further lines of this height. */
const LINE_HEIGHT = 9

/** The number of pages, drawn on every page and known only at the end. The pages only reference it, since they have been sent by then. */
function createAplazado(doc: PDFKit.PDFDocument) {
  const nombre = 'Paginas'
  // Not in the types: an object of the PDF, which may be written at any time.
  type Objeto = { end(contenido: string): void }
  const crudo = doc as unknown as {
    ref(data: object): Objeto
    page: { fonts: Record<string, object>; xobjects: Record<string, object> }
    _font: { id: string; ref(): object }
    addContent(order: string): void
  }
  doc.font('Helvetica')
  const fuente = { [crudo._font.id]: crudo._font.ref() }
  const id = crudo._font.id
  const objeto = crudo.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, 60, BODY + 4],
    Resources: { Font: fuente },
  })
  return {
    /** Position of the text: its base line, in points from the upper left corner. */
    draw(x: number, y: number): void {
      crudo.page.xobjects[nombre] = objeto as object
      crudo.addContent(`q 1 0 0 -1 ${x} ${y} cm /${nombre} Do Q`)
    },
    end(text: string): void {
      objeto.end(`BT /${id} ${BODY} Tf 0.078 0.129 0.122 rg ( ${text}) Tj ET`)
    },
  }
}

/**
 * Width in points of each column of a page: in proportion to `partes`, but none narrower than the longest word of its heading while others
 * have room to spare.
 */
function divideWidth(total: number, columns: readonly { partes: number; minimo: number }[]): number[] {
  const fijas = new Set<number>()
  for (;;) {
    const libre = total - [...fijas].reduce((n, i) => n + (columns[i]?.minimo ?? 0), 0)
    const partes = columns.reduce((n, c, i) => n + (fijas.has(i) ? 0 : c.partes), 0)
    const widths = columns.map((c, i) => (fijas.has(i) ? c.minimo : (c.partes / partes) * libre))
    const estrechas = columns.flatMap((c, i) => (!fijas.has(i) && (widths[i] ?? 0) < c.minimo ? [i] : []))
    if (estrechas.length === 0) return widths
    for (const i of estrechas) fijas.add(i)
    // No heading fits into so many columns: all are narrowed alike.
    if (fijas.size === columns.length)
      return columns.map((c) => (c.partes / columns.reduce((n, o) => n + o.partes, 0)) * total)
  }
}

type Imagenes = readonly (Buffer | undefined)[]
/** Maximum height of a row with a picture. */
const HEIGHT_IMAGEN = 120

/** Height of a picture that fills a width; 0: the picture cannot be read. */
function heightOf(imagen: Buffer, width: number): number {
  try {
    const medidas = imageSize(imagen)
    return Math.min(HEIGHT_IMAGEN - 4, (width * medidas.height) / medidas.width)
  } catch {
    return 0
  }
}

/**
 * Draw a JPEG as large as it fits.
 * @returns false where it cannot be read
 */
function drawImagen(
  doc: PDFKit.PDFDocument,
  imagen: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): boolean {
  try {
    doc.image(imagen, x, y, { fit: [width, height] })
    return true
  } catch {
    return false
  }
}

/** Wait until drawn bytes are consumed before more is drawn: a slow client must not fill the memory. */
async function waitTaken(flujo: Readable): Promise<void> {
  while (flujo.readableLength > MAX_PENDIENTE && !flujo.destroyed) await sleep(20)
}

/**
 * The table as a PDF, A4 landscape, streamed while it is drawn: what the file is about on the first page, headings on each page, and the
 * page number and count at its foot.
 */
export function pdfStream<T>(tabla: Tabla<T>): Readable {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    info: { Title: tabla.titulo },
  })
  const flujo = doc as unknown as Readable
  const width = doc.page.width - 2 * MARGIN
  doc.font('Helvetica-Bold').fontSize(BODY)
  const widths = divideWidth(
    width,
    tabla.columnas.map((c) => ({
      partes: c.ancho,
      minimo:
        5 +
        Math.max(
          ...winAnsi(c.titulo)
            .split(' ')
            .map((p) => doc.widthOfString(p)),
        ),
    })),
  )
  const alFinal = createAplazado(doc)
  const conImagen = tabla.columnas.some((c) => c.imagen) || undefined
  let y = 0
  let page = 0
  let rows = 0

  function line() {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .lineWidth(0.5)
      .strokeColor(LINEA)
      .stroke()
  }
  function row(texts: readonly string[], fuente: string, derecha: readonly boolean[], imagenes?: Imagenes) {
    doc.font(fuente).fontSize(BODY).fillColor(TINTA)
    const celdas = texts.map(winAnsi)
    const ancha = celdas.some((c, i) => doc.widthOfString(c) > (widths[i] as number) - 4)
    const alturas = imagenes?.map((m, i) => (m ? heightOf(m, (widths[i] as number) - 4) + 4 : 0)) ?? []
    const height = Math.max(ROW_HEIGHT + (ancha ? LINE_HEIGHT : 0), ...alturas)
    if (y + height > doc.page.height - MARGIN) turnPagina()
    doc.font(fuente).fontSize(BODY).fillColor(TINTA)
    let x = MARGIN
    for (const [i, celda] of celdas.entries()) {
      const w = widths[i] as number
      const imagen = imagenes?.[i]
      if (!imagen || !drawImagen(doc, imagen, { x: x + 2, y: y + 2, width: w - 4, height: height - 4 }))
        doc.text(celda, x + 2, y + 4, {
          width: w - 4,
          height: height - 4,
          ellipsis: true,
          lineBreak: ancha,
          align: derecha[i] ? 'right' : 'left',
        })
      x += w
    }
    y += height
    line()
  }
  function foot() {
    const base = doc.page.height - MARGIN + 14
    const text = winAnsi(`Retorna · ${tabla.titulo} · página ${page} de`)
    doc.font('Helvetica').fontSize(BODY).fillColor(TINTA)
    const x = MARGIN + width - doc.widthOfString(text) - 30
    // The foot is below the margin: without this the text would begin another page.
    const { bottom } = doc.page.margins
    doc.page.margins.bottom = 0
    doc.text(text, x, base - ASCENDENTE * BODY, { lineBreak: false })
    doc.page.margins.bottom = bottom
    alFinal.draw(x + doc.widthOfString(text), base)
  }
  function head() {
    page++
    foot()
    y = MARGIN
    doc
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(MARCA)
      .text(winAnsi(tabla.titulo), MARGIN, y, { lineBreak: false })
    y += 20
    if (page === 1) {
      doc.font('Helvetica').fontSize(BODY).fillColor(TINTA)
      const text = winAnsi(tabla.sobre.map((p) => p.join(': ')).join('  ·  '))
      doc.text(text, MARGIN, y, { width: width, height: 3 * ALTO_SOBRE, ellipsis: true })
      y += Math.min(3, Math.ceil(doc.widthOfString(text) / width)) * ALTO_SOBRE + 6
    }
    row(
      tabla.columnas.map((c) => c.titulo),
      'Helvetica-Bold',
      tabla.columnas.map((c) => c.numerica === true),
    )
  }
  function turnPagina() {
    doc.addPage()
    head()
  }

  async function draw() {
    head()
    for await (const chunk of pausadas(tabla.filas)) {
      await waitTaken(flujo)
      if (flujo.destroyed) return
      for (const fila of chunk) {
        const imagenes = conImagen && (await Promise.all(tabla.columnas.map((c) => c.imagen?.(fila))))
        if (imagenes?.some(Boolean)) await waitTaken(flujo)
        if (flujo.destroyed) return
        const values = tabla.columnas.map((c) => c.valor(fila))
        row(
          tabla.columnas.map((c, i) => escrita(values[i] as Celda, c, tabla.zona)),
          'Helvetica',
          values.map((v) => typeof v === 'number'),
          imagenes,
        )
        rows++
      }
    }
    if (y + ROW_HEIGHT > doc.page.height - MARGIN) turnPagina()
    doc
      .font('Helvetica-Bold')
      .fontSize(BODY)
      .fillColor(TINTA)
      .text(`Total: ${formatFilas(rows)}`, MARGIN + 2, y + 4, { lineBreak: false })
    alFinal.end(String(page))
    doc.end()
  }
  draw().catch((e) => flujo.destroy(e))
  return flujo
}
