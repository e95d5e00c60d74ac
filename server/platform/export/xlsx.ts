import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { relojDePlanta } from '../time/time'
import {
  aperturaXml,
  closingXml,
  escapeXml,
  estiloOf,
  estilosXml,
  letterOf,
  rowXml,
  TITLE,
  TITULO_DERECHA,
} from './hoja'
import { filasSobre, HOJA_SOBRE, impresionOf } from './sobre'
import { type Celda, pausadas, type Tabla } from './tabla'

/** Row limit of an Excel sheet. */
const MAX_ROWS = 1_048_576
const CHUNK = 1 << 16
/** Faster than the default 6, for a larger file: a million events take 62 MB instead of 51. */
const COMPRESION = 2

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const DE_PAQUETE = 'http://schemas.openxmlformats.org/package/2006'
const DE_OFICINA = 'http://schemas.openxmlformats.org/officeDocument/2006'
const TIPO = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relaciones = (destinos: [tipo: string, destino: string][]) =>
  `<Relationships xmlns="${DE_PAQUETE}/relationships">${destinos
    .map(
      ([tipo, destino], i) =>
        `<Relationship Id="rId${i + 1}" Type="${DE_OFICINA}/relationships/${tipo}" Target="${destino}"/>`,
    )
    .join('')}</Relationships>`

const rutaOf = (hoja: number) => `worksheets/sheet${hoja}.xml`

/**
 * The parts of the package other than its sheets, by path.
 * @param rows number of rows of each sheet, titles included
 */
function partesOf(
  title: string,
  rows: readonly number[],
  last: string,
  units: readonly string[],
): Record<string, string> {
  const nombres = [...rows.map((_, i) => title.slice(0, 25) + (i ? `_${i + 1}` : '')), HOJA_SOBRE]
  const rutas = nombres.map((_, i) => rutaOf(i + 1))
  // As Excel does: print the titles on each page, and name the range of the filter arrows.
  const definidos = rows
    .map((n, i) => {
      const hoja = escapeXml(`'${(nombres[i] as string).replaceAll("'", "''")}'`)
      return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${hoja}!$A$1:$${last}$${n}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${i}">${hoja}!$1:$1</definedName>`
    })
    .join('')
  const parte = (ruta: string, tipo: string) =>
    `<Override PartName="/xl/${ruta}" ContentType="${TIPO}.${tipo}+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${DE_PAQUETE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parte('workbook.xml', 'sheet.main')}${parte('styles.xml', 'styles')}${rutas.map((r) => parte(r, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relaciones([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${DE_OFICINA}/relationships"><sheets>${nombres.map((n, i) => `<sheet name="${escapeXml(n)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets><definedNames>${definidos}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relaciones([
      ...rutas.map((r): [string, string] => ['worksheet', r]),
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': estilosXml(units),
  }
}

const ANCHO_ROTULO = 20
const WIDTH_VALOR = 60

/** The last sheet: what the file is about. */
function hojaSobre<T>(tabla: Tabla<T>, total: number): string {
  const rows = filasSobre(tabla, total).map((p, i) => rowXml(i + 1, ['A', 'B'], p, { textos: [TITLE] }))
  return `${aperturaXml([ANCHO_ROTULO, WIDTH_VALOR])}${rows.join('')}</sheetData></worksheet>`
}

/** The XML is written here, not by a library: a million rows within half a minute require it. */
async function writeLibro<T>(zip: ZipFile, tabla: Tabla<T>, maxRows: number): Promise<void> {
  const { columnas, zona } = tabla
  const letters = columnas.map((_, i) => letterOf(i))
  const last = letters.at(-1) ?? 'A'
  const units = [...new Set(columnas.flatMap((c) => c.unidad ?? []))]
  const numeros = columnas.map((c) => estiloOf(units, c.unidad))
  const rows: number[] = []
  const salida = zip.outputStream as Readable
  const chunks = pausadas(tabla.filas)
  const celdasOf = (row: T) => {
    const celdas: Celda[] = new Array(columnas.length)
    for (let i = 0; i < columnas.length; i++) {
      const v = (columnas[i] as Tabla<T>['columnas'][number]).valor(row)
      celdas[i] = v instanceof Date ? relojDePlanta(v, zona) : v
    }
    return celdas
  }
  try {
    let chunk = await chunks.next()
    async function* sheet() {
      let n = 1
      let xml =
        XML +
        aperturaXml(columnas.map((c) => c.ancho)) +
        rowXml(
          n,
          letters,
          columnas.map((c) => c.titulo),
          { textos: columnas.map((c) => (c.numerica ? TITULO_DERECHA : TITLE)) },
        )
      while (!chunk.done && n + chunk.value.length <= maxRows) {
        for (const row of chunk.value) xml += rowXml(++n, letters, celdasOf(row), { numeros })
        if (xml.length > CHUNK) {
          yield Buffer.from(xml)
          xml = ''
        }
        chunk = await chunks.next()
      }
      yield Buffer.from(xml + closingXml(`A1:${last}${n}`, impresionOf(tabla)))
      rows.push(n)
    }
    // No event is emitted if the client disconnected while the first rows were being read.
    while (!salida.destroyed && (rows.length === 0 || !chunk.done)) {
      const flujo = Readable.from(sheet(), { objectMode: false })
      const stop = () => flujo.destroy()
      salida.once('close', stop)
      zip.addReadStream(flujo, `xl/${rutaOf(rows.length + 1)}`, { compressionLevel: COMPRESION })
      await finished(flujo)
      salida.off('close', stop)
    }
    if (salida.destroyed) return
    const total = rows.reduce((suma, n) => suma + n - 1, 0)
    zip.addBuffer(Buffer.from(XML + hojaSobre(tabla, total)), `xl/${rutaOf(rows.length + 1)}`)
    for (const [ruta, xml] of Object.entries(partesOf(tabla.titulo, rows, last, units)))
      zip.addBuffer(Buffer.from(XML + xml), ruta)
    zip.end()
  } finally {
    await chunks.return(undefined)
  }
}

/** The table as an xlsx file in constant memory; a new sheet starts before Excel's row limit. */
export function xlsxStream<T>(tabla: Tabla<T>, maxRows = MAX_ROWS): Readable {
  const zip = new ZipFile()
  const salida = zip.outputStream as Readable
  zip.on('error', (e) => salida.destroy(e))
  writeLibro(zip, tabla, maxRows).catch((e) => salida.destroy(e))
  return salida
}
