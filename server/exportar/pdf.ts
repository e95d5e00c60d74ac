import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { formatInstante } from '../tiempo'
import { tellFilas } from './sobre'
import { type Celda, type Columna, pausadas, type Tabla } from './tabla'

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

/** Numbers as people here write them. */
const NUMERO = new Intl.NumberFormat('es', { maximumFractionDigits: 6 })

/** What a cell shows. */
function escrita(v: Celda, { unidad, codigo }: Pick<Columna<never>, 'unidad' | 'codigo'>, zona: string) {
  if (v === null) return '—'
  if (v instanceof Date) return formatInstante(v, zona)
  if (typeof v === 'boolean') return v ? 'Sí' : 'No'
  if (typeof v !== 'number' || codigo) return String(v)
  return unidad ? `${NUMERO.format(v)} ${unidad}` : NUMERO.format(v)
}

const ALTO_SOBRE = 11
const CUERPO = 8
/** Of Helvetica, from the base line up, in parts of its size. */
const ASCENDENTE = 0.718
/** A text that is longer than its column is wide takes a second line. */
const ALTO_LINEA = 9

/**
 * A text of which nobody knows before the end what it says, drawn on every page: how many pages there are. The pages hold a
 * reference to it and have left by then.
 */
function createAplazado(doc: PDFKit.PDFDocument) {
  const nombre = 'Paginas'
  // Not in the types: an object of the file, which may be ended at any time.
  type Objeto = { end(contenido: string): void }
  const crudo = doc as unknown as {
    ref(datos: object): Objeto
    page: { fonts: Record<string, object>; xobjects: Record<string, object> }
    _font: { id: string; ref(): object }
    addContent(orden: string): void
  }
  doc.font('Helvetica')
  const fuente = { [crudo._font.id]: crudo._font.ref() }
  const id = crudo._font.id
  const objeto = crudo.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, 60, CUERPO + 4],
    Resources: { Font: fuente },
  })
  return {
    /** Where the text begins: its base line, points from the upper left corner. */
    draw(x: number, y: number): void {
      crudo.page.xobjects[nombre] = objeto as object
      crudo.addContent(`q 1 0 0 -1 ${x} ${y} cm /${nombre} Do Q`)
    },
    end(texto: string): void {
      objeto.end(`BT /${id} ${CUERPO} Tf 0.078 0.129 0.122 rg ( ${texto}) Tj ET`)
    },
  }
}

/**
 * Points for each column of a page: by their parts, but none narrower than the longest word of its heading as long as the
 * others have room to spare.
 */
function divideAncho(total: number, columnas: readonly { partes: number; minimo: number }[]): number[] {
  const fijas = new Set<number>()
  for (;;) {
    const libre = total - [...fijas].reduce((n, i) => n + (columnas[i]?.minimo ?? 0), 0)
    const partes = columnas.reduce((n, c, i) => n + (fijas.has(i) ? 0 : c.partes), 0)
    const anchos = columnas.map((c, i) => (fijas.has(i) ? c.minimo : (c.partes / partes) * libre))
    const estrechas = columnas.flatMap((c, i) => (!fijas.has(i) && (anchos[i] ?? 0) < c.minimo ? [i] : []))
    if (estrechas.length === 0) return anchos
    for (const i of estrechas) fijas.add(i)
    // So many columns that no heading fits: all are cut alike.
    if (fijas.size === columnas.length)
      return columnas.map((c) => (c.partes / columnas.reduce((n, o) => n + o.partes, 0)) * total)
  }
}

/**
 * The table as a PDF, A4 landscape, streamed as it is drawn: what it is about on the first page, headings on each, and at its
 * foot which page of how many it is.
 */
export function pdfStream<T>(tabla: Tabla<T>): Readable {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGEN,
    info: { Title: tabla.titulo },
  })
  const flujo = doc as unknown as Readable
  const ancho = doc.page.width - 2 * MARGEN
  doc.font('Helvetica-Bold').fontSize(CUERPO)
  const anchos = divideAncho(
    ancho,
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
  let y = 0
  let pagina = 0
  let filas = 0

  function line() {
    doc
      .moveTo(MARGEN, y)
      .lineTo(MARGEN + ancho, y)
      .lineWidth(0.5)
      .strokeColor(LINEA)
      .stroke()
  }
  function row(textos: readonly string[], fuente: string, derecha: readonly boolean[]) {
    doc.font(fuente).fontSize(CUERPO).fillColor(TINTA)
    const celdas = textos.map(winAnsi)
    const ancha = celdas.some((c, i) => doc.widthOfString(c) > (anchos[i] as number) - 4)
    const alto = ALTO_FILA + (ancha ? ALTO_LINEA : 0)
    if (y + alto > doc.page.height - MARGEN) turnPagina()
    doc.font(fuente).fontSize(CUERPO).fillColor(TINTA)
    let x = MARGEN
    for (const [i, celda] of celdas.entries()) {
      const w = anchos[i] as number
      doc.text(celda, x + 2, y + 4, {
        width: w - 4,
        height: alto - 4,
        ellipsis: true,
        lineBreak: ancha,
        align: derecha[i] ? 'right' : 'left',
      })
      x += w
    }
    y += alto
    line()
  }
  function foot() {
    const base = doc.page.height - MARGEN + 14
    const texto = winAnsi(`Retorna · ${tabla.titulo} · página ${pagina} de`)
    doc.font('Helvetica').fontSize(CUERPO).fillColor(TINTA)
    const x = MARGEN + ancho - doc.widthOfString(texto) - 30
    // Below the margin: without this the text would begin another page.
    const { bottom } = doc.page.margins
    doc.page.margins.bottom = 0
    doc.text(texto, x, base - ASCENDENTE * CUERPO, { lineBreak: false })
    doc.page.margins.bottom = bottom
    alFinal.draw(x + doc.widthOfString(texto), base)
  }
  function head() {
    pagina++
    foot()
    y = MARGEN
    doc
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(MARCA)
      .text(winAnsi(tabla.titulo), MARGEN, y, { lineBreak: false })
    y += 20
    if (pagina === 1) {
      doc.font('Helvetica').fontSize(CUERPO).fillColor(TINTA)
      const texto = winAnsi(tabla.sobre.map((p) => p.join(': ')).join('  ·  '))
      doc.text(texto, MARGEN, y, { width: ancho, height: 3 * ALTO_SOBRE, ellipsis: true })
      y += Math.min(3, Math.ceil(doc.widthOfString(texto) / ancho)) * ALTO_SOBRE + 6
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
    for await (const trozo of pausadas(tabla.filas)) {
      // Let what is drawn leave before more is drawn: a slow reader must not fill the memory.
      while (flujo.readableLength > MAX_PENDIENTE && !flujo.destroyed) await sleep(20)
      if (flujo.destroyed) return
      for (const fila of trozo) {
        const valores = tabla.columnas.map((c) => c.valor(fila))
        row(
          tabla.columnas.map((c, i) => escrita(valores[i] as Celda, c, tabla.zona)),
          'Helvetica',
          valores.map((v) => typeof v === 'number'),
        )
        filas++
      }
    }
    if (y + ALTO_FILA > doc.page.height - MARGEN) turnPagina()
    doc
      .font('Helvetica-Bold')
      .fontSize(CUERPO)
      .fillColor(TINTA)
      .text(`Total: ${tellFilas(filas)}`, MARGEN + 2, y + 4, { lineBreak: false })
    alFinal.end(String(pagina))
    doc.end()
  }
  draw().catch((e) => flujo.destroy(e))
  return flujo
}
