import { setImmediate as breathe } from 'node:timers/promises'
import {
  AltaDispositivo,
  type ColumnaAlta,
  MAX_FILAS_DISPOSITIVOS,
  type TipoDispositivo,
} from '#contract/dispositivos/dispositivos'
import { TIPOS } from '#contract/valores/dispositivos/dispositivos'
import { entradaNoValida } from '../../../platform/http/errores'
import { type CellErrors, createCellErrors, parseCelda } from '../../../platform/import/cell-errors'
import { type Csv, ErrorCsv, findColumns, simplify } from '../../../platform/import/csv'
import { readTabla, titlesOf } from '../../../platform/import/tabla'

/** A row that can be read; what its file leaves blank is undefined. */
export type FilaAlta = {
  linea: number
  nombre: string
  mac: string
  apodo?: string
  tipo?: TipoDispositivo
  activado?: boolean
  etiqueta?: string
  coordenadas?: { lat: number; lon: number }
}

export type Parsed = { filas: FilaAlta[]; reparos: CellErrors; total: number }

const COLUMNS: Record<ColumnaAlta, { otras?: readonly string[]; opcional?: true }> = {
  mac_serie: { otras: ['mac', 'dispositivo'] },
  apodo: { otras: ['ApodoDispositivo'] },
  tipo_dispositivo: { otras: ['tipo', 'TipoDispositivo'], opcional: true },
  estado: { otras: ['activado'], opcional: true },
  etiqueta: { opcional: true },
  lat: { otras: ['latitud'], opcional: true },
  lon: { otras: ['longitud'], opcional: true },
}

const { mac_serie: Mac, apodo: Apodo, etiqueta: Etiqueta, lat: Lat, lon: Lon } = AltaDispositivo.shape
/** What a spreadsheet makes of a mac that has digits alone. */
const COMO_NUMERO = /^\d+([.,]\d+)?e\+\d+$/i
const POR_TURNO = 250

function parseMac(celda: string): string {
  if (COMO_NUMERO.test(celda))
    throw new ErrorCsv(
      `La hoja de cálculo ha convertido la MAC en el número ${celda}: dele formato de texto.`,
    )
  return parseCelda(Mac, celda)
}

/** `-` stands for no nickname everywhere else. */
const parseApodo = (celda: string) => (celda === '' || celda === '-' ? undefined : parseCelda(Apodo, celda))

function parseTipo(celda: string): TipoDispositivo | undefined {
  if (!celda) return undefined
  const tipo = TIPOS.find((t) => t.toLowerCase() === celda.toLowerCase())
  if (!tipo) throw new ErrorCsv(`El tipo «${celda.slice(0, 40)}» no es ${TIPOS.join(', ')}.`)
  return tipo
}

function parseActivado(celda: string): boolean | undefined {
  if (!celda) return undefined
  const estado = celda.toLowerCase()
  if (estado !== 'activado' && estado !== 'desactivado')
    throw new ErrorCsv(`El estado «${celda.slice(0, 40)}» no es Activado ni Desactivado.`)
  return estado === 'activado'
}

/** Either decimal mark. */
const parseCoordenada = (schema: typeof Lat | typeof Lon) => (celda: string) =>
  parseCelda(schema, celda.replace(',', '.')) ?? undefined
const parseLat = parseCoordenada(Lat)
const parseLon = parseCoordenada(Lon)

function readRow(
  linea: number,
  celda: (c: ColumnaAlta) => string,
  cellErrors: CellErrors,
): FilaAlta | undefined {
  const nombre = celda('apodo') || celda('mac_serie')
  const read = <T>(column: ColumnaAlta, parse: (celda: string) => T): T | undefined => {
    try {
      return parse(celda(column))
    } catch (e) {
      if (!(e instanceof ErrorCsv)) throw e
      cellErrors.add({ linea, nombre }, column, e.message)
      return undefined
    }
  }
  const mac = read('mac_serie', parseMac)
  const apodo = read('apodo', parseApodo)
  const tipo = read('tipo_dispositivo', parseTipo)
  const activado = read('estado', parseActivado)
  const etiqueta = read('etiqueta', (c) => parseCelda(Etiqueta, c) || undefined)
  const lat = read('lat', parseLat)
  const lon = read('lon', parseLon)
  if (!celda('lat') !== !celda('lon'))
    cellErrors.add({ linea, nombre }, celda('lat') ? 'lon' : 'lat', 'La latitud y la longitud van juntas.')
  if (mac === undefined || cellErrors.has(linea)) return undefined
  const coordenadas = lat !== undefined && lon !== undefined ? { lat, lon } : undefined
  return { linea, nombre, mac, apodo, tipo, activado, etiqueta, coordenadas }
}

/** Only files of ours have it. */
const NUESTRA = 'ultimoregistro'
/** There they say what a container does now, and where it was heard. */
const DE_AHORA = ['estado', 'lat', 'lon']

/** A file of ours, as it left: what it says of now is no column of what is registered. */
function takeNuestro(csv: Csv): Csv {
  const titles = csv.cabecera.map(simplify)
  if (!titles.includes(NUESTRA)) return csv
  return { ...csv, cabecera: csv.cabecera.map((t, i) => (DE_AHORA.includes(titles[i] as string) ? '' : t)) }
}

async function readRows(bytes: Uint8Array, corte?: AbortSignal): Promise<Parsed> {
  const csv = takeNuestro(
    await readTabla(bytes, {
      maxFilas: MAX_FILAS_DISPOSITIVOS,
      titulos: titlesOf(COLUMNS),
      corte,
    }),
  )
  const sitio = findColumns(csv, COLUMNS)
  const cellErrors = createCellErrors()
  const filas: FilaAlta[] = []
  const macs = new Map<string, number>()
  const apodos = new Map<string, number>()
  for (const [i, { linea, celdas }] of csv.filas.entries()) {
    if (i % POR_TURNO === 0) await breathe()
    const row = readRow(linea, (c) => celdas[sitio[c]] ?? '', cellErrors)
    if (!row) continue
    const apodo = row.apodo?.toLowerCase()
    const [porMac, porApodo] = [macs.get(row.mac), apodo && apodos.get(apodo)]
    if (porMac) cellErrors.add(row, 'mac_serie', `La MAC ${row.mac} ya está en la línea ${porMac}.`)
    if (porApodo) cellErrors.add(row, 'apodo', `El apodo ${row.apodo} ya está en la línea ${porApodo}.`)
    if (porMac || porApodo) continue
    macs.set(row.mac, linea)
    if (apodo) apodos.set(apodo, linea)
    filas.push(row)
  }
  return { filas, reparos: cellErrors, total: csv.filas.length }
}

/** The rows of a file that can be read, and what is wrong with the others. Throws 400 for a file that is none. */
export async function readAltas(bytes: Uint8Array, corte?: AbortSignal): Promise<Parsed> {
  const parsed = await readRows(bytes, corte).catch((e) => {
    throw e instanceof ErrorCsv ? entradaNoValida(e.message, 'archivo') : e
  })
  if (!parsed.total)
    throw entradaNoValida('El archivo no tiene ninguna fila debajo de la cabecera.', 'archivo')
  return parsed
}
