import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { relojDePlanta } from '../tiempo'
import {
  aperturaXml,
  cierreXml,
  escapeXml,
  estiloDe,
  estilosXml,
  filaXml,
  letraDe,
  TITULO,
  TITULO_DERECHA,
} from './hoja'
import { filasSobre, HOJA_SOBRE, impresionDe } from './sobre'
import { type Celda, pausadas, type Tabla } from './tabla'

/** Excel opens no sheet with more. */
const MAX_FILAS = 1_048_576
const TROZO = 1 << 16
/** Quicker than the usual 6, for a larger file: a million events take 62 MB instead of 51. */
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

const rutaDe = (hoja: number) => `worksheets/sheet${hoja}.xml`

/**
 * The parts of the package besides its sheets, by their path.
 * @param filas of each sheet of rows, its titles counted
 */
function partesDe(
  titulo: string,
  filas: readonly number[],
  ultima: string,
  unidades: readonly string[],
): Record<string, string> {
  const nombres = [...filas.map((_, i) => titulo.slice(0, 25) + (i ? `_${i + 1}` : '')), HOJA_SOBRE]
  const rutas = nombres.map((_, i) => rutaDe(i + 1))
  // The titles are printed on each page, and what is filtered by their arrows is named, as Excel does.
  const definidos = filas
    .map((n, i) => {
      const hoja = escapeXml(`'${(nombres[i] as string).replaceAll("'", "''")}'`)
      return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">${hoja}!$A$1:$${ultima}$${n}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${i}">${hoja}!$1:$1</definedName>`
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
    'xl/styles.xml': estilosXml(unidades),
  }
}

const ANCHO_ROTULO = 20
const ANCHO_VALOR = 60

/** The last sheet: what the file is about. */
function hojaSobre<T>(tabla: Tabla<T>, total: number): string {
  const filas = filasSobre(tabla, total).map((p, i) => filaXml(i + 1, ['A', 'B'], p, { textos: [TITULO] }))
  return `${aperturaXml([ANCHO_ROTULO, ANCHO_VALOR])}${filas.join('')}</sheetData></worksheet>`
}

/** Rows become the text of a sheet here, not in a library: a million of them within half a minute asks for that. */
async function writeLibro<T>(zip: ZipFile, tabla: Tabla<T>, maxFilas: number): Promise<void> {
  const { columnas, zona } = tabla
  const letras = columnas.map((_, i) => letraDe(i))
  const ultima = letras.at(-1) ?? 'A'
  const unidades = [...new Set(columnas.flatMap((c) => c.unidad ?? []))]
  const numeros = columnas.map((c) => estiloDe(unidades, c.unidad))
  const filas: number[] = []
  const salida = zip.outputStream as Readable
  const trozos = pausadas(tabla.filas)
  const celdasDe = (fila: T) => {
    const celdas: Celda[] = new Array(columnas.length)
    for (let i = 0; i < columnas.length; i++) {
      const v = (columnas[i] as Tabla<T>['columnas'][number]).valor(fila)
      celdas[i] = v instanceof Date ? relojDePlanta(v, zona) : v
    }
    return celdas
  }
  try {
    let trozo = await trozos.next()
    async function* sheet() {
      let n = 1
      let xml =
        XML +
        aperturaXml(columnas.map((c) => c.ancho)) +
        filaXml(
          n,
          letras,
          columnas.map((c) => c.titulo),
          { textos: columnas.map((c) => (c.numerica ? TITULO_DERECHA : TITULO)) },
        )
      while (!trozo.done && n + trozo.value.length <= maxFilas) {
        for (const fila of trozo.value) xml += filaXml(++n, letras, celdasDe(fila), { numeros })
        if (xml.length > TROZO) {
          yield Buffer.from(xml)
          xml = ''
        }
        trozo = await trozos.next()
      }
      yield Buffer.from(xml + cierreXml(`A1:${ultima}${n}`, impresionDe(tabla)))
      filas.push(n)
    }
    // No event tells that the client left while the first rows were being read.
    while (!salida.destroyed && (filas.length === 0 || !trozo.done)) {
      const flujo = Readable.from(sheet(), { objectMode: false })
      const stop = () => flujo.destroy()
      salida.once('close', stop)
      zip.addReadStream(flujo, `xl/${rutaDe(filas.length + 1)}`, { compressionLevel: COMPRESION })
      await finished(flujo)
      salida.off('close', stop)
    }
    if (salida.destroyed) return
    const total = filas.reduce((suma, n) => suma + n - 1, 0)
    zip.addBuffer(Buffer.from(XML + hojaSobre(tabla, total)), `xl/${rutaDe(filas.length + 1)}`)
    for (const [ruta, xml] of Object.entries(partesDe(tabla.titulo, filas, ultima, unidades)))
      zip.addBuffer(Buffer.from(XML + xml), ruta)
    zip.end()
  } finally {
    await trozos.return(undefined)
  }
}

/** The table as an xlsx file in constant memory; another sheet starts before Excel's row limit. */
export function xlsxStream<T>(tabla: Tabla<T>, maxFilas = MAX_FILAS): Readable {
  const zip = new ZipFile()
  const salida = zip.outputStream as Readable
  zip.on('error', (e) => salida.destroy(e))
  writeLibro(zip, tabla, maxFilas).catch((e) => salida.destroy(e))
  return salida
}
