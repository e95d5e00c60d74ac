// Makes the user manual that /Manuales shows, with pictures of a running demo: node scripts/manual.mjs http://127.0.0.1:3000
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { DOCUMENTOS } from '../docs/manual/contenido.mjs'
import { createCamara } from './camara.mjs'
import { RAIZ } from './prepare.mjs'

const CARPETA = join(RAIZ, 'docs/manuales/Guía de uso')
const TINTA = '#16201f'
const MARCA = '#0f5c63'
const GRIS = '#5b6766'
const MARGEN = 56
const VENTANA = { width: 1280, height: 760 }

const base = process.argv[2]
if (!base) {
  process.stderr.write('retorna: indique la dirección de una demostración en marcha\n')
  process.exit(1)
}

const takeOf = (pageOf) =>
  async function take({ ruta, quien }) {
    const pagina = await pageOf(quien)
    await pagina.goto(ruta)
    await pagina.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
    await pagina.waitForTimeout(1500)
    return pagina.screenshot({ type: 'jpeg', quality: 70 })
  }

/** The mark of web/ui/marca.tsx, `tam` points wide. */
function drawMarca(pdf, x, y, tam) {
  pdf
    .save()
    .translate(x, y)
    .scale(tam / 16)
    .lineWidth(1.75)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor(MARCA)
  for (const trazo of [
    'M2.25 5.5v8.25h11.5V2.75H5.5',
    'M7.25 0.9 5.4 2.75l1.85 1.85',
    'M2.25 7.25h11.5M2.25 10.5h11.5',
  ])
    pdf.path(trazo).stroke()
  pdf.restore()
}

function drawTexto(pdf, parrafo) {
  pdf.font('Helvetica').fontSize(11).fillColor(TINTA)
  if (typeof parrafo === 'string') pdf.text(parrafo, { lineGap: 3.5 })
  else
    for (const punto of parrafo.lista) {
      // A step has its number instead of the bullet.
      const [, numero = '•', frase = punto] = /^(\d+\.) (.*)$/s.exec(punto) ?? []
      const opciones = { lineGap: 3, width: pdf.page.width - 2 * MARGEN - 20 }
      // The number and its text stay on the same page.
      if (pdf.y + pdf.heightOfString(frase, opciones) > pdf.page.maxY()) pdf.addPage()
      const y = pdf.y
      pdf.text(numero, MARGEN + 6, y, { lineBreak: false })
      pdf.text(frase, MARGEN + 20, y, opciones)
      pdf.moveDown(0.25)
    }
  pdf.x = MARGEN
  pdf.moveDown(0.6)
}

async function makeDocumento({ archivo, titulo, secciones }, take) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGEN,
    bufferPages: true,
    autoFirstPage: false,
    lang: 'es-ES',
    displayTitle: true,
    info: { Title: `${titulo} · Retorna`, Author: 'Retorna', CreationDate: new Date(0) },
  })
  const salida = createWriteStream(join(CARPETA, `${archivo}.pdf`))
  pdf.pipe(salida)
  for (const [i, s] of secciones.entries()) {
    pdf.addPage()
    if (i === 0) {
      drawMarca(pdf, MARGEN, MARGEN - 2, 26)
      pdf
        .font('Helvetica-Bold')
        .fontSize(24)
        .fillColor(TINTA)
        .text(titulo, MARGEN + 36, MARGEN)
      pdf.x = MARGEN
      pdf.y = MARGEN + 52
    }
    pdf.outline.addItem(s.titulo)
    pdf.font('Helvetica-Bold').fontSize(16).fillColor(MARCA).text(s.titulo)
    pdf.moveDown(0.6)
    if (s.ruta) {
      const ancho = pdf.page.width - 2 * MARGEN
      const alto = (ancho * VENTANA.height) / VENTANA.width
      const y = pdf.y
      pdf.image(await take(s), MARGEN, y, { width: ancho })
      pdf.rect(MARGEN, y, ancho, alto).lineWidth(0.5).strokeColor('#c9d1d0').stroke()
      pdf.y = y + alto + 14
    }
    for (const p of s.texto) drawTexto(pdf, p)
  }
  const { count } = pdf.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    pdf.switchToPage(n)
    // Below the bottom margin, where text would otherwise start a new page.
    pdf.page.margins.bottom = 0
    pdf.font('Helvetica').fontSize(9).fillColor(GRIS)
    pdf.text(`Retorna · ${titulo}`, MARGEN, pdf.page.height - 36, { lineBreak: false })
    const width = pdf.page.width - 2 * MARGEN
    pdf.text(`${n + 1} de ${count}`, MARGEN, pdf.page.height - 36, {
      width,
      align: 'right',
      lineBreak: false,
    })
  }
  pdf.end()
  await finished(salida)
}

const camara = await createCamara(base, VENTANA)
mkdirSync(CARPETA, { recursive: true })
for (const viejo of readdirSync(CARPETA)) rmSync(join(CARPETA, viejo))
const take = takeOf(camara.pageOf)
try {
  for (const d of DOCUMENTOS) {
    await makeDocumento(d, take)
    process.stdout.write(`${d.archivo}.pdf\n`)
  }
} finally {
  await camara.close()
}
