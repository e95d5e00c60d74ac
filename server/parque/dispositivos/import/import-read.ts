import {
  AltaDispositivo,
  type ColumnaAlta,
  MAX_FILAS_DISPOSITIVOS,
  type TipoDispositivo,
} from '#contract/parque/dispositivos/dispositivos'
import { TIPOS } from '#contract/parque/dispositivos/values'
import { parseGrados } from '#contract/values/numero'
import { type CellErrors, createCellErrors, parseCelda } from '../../../platform/import/cell-errors'
import { type Csv, ErrorCsv, simplify } from '../../../platform/import/csv'
import { type ImportRow, readImportRows } from '../../../platform/import/rows'
import { paced } from '../../../platform/process/pauses'

/** A valid row; undefined: the cell is blank. */
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
/** How a spreadsheet displays a mac that has digits only. */
const COMO_NUMERO = /^\d+([.,]\d+)?e\+\d+$/i

function parseMac(celda: string): string {
  if (COMO_NUMERO.test(celda))
    throw new ErrorCsv(
      `La hoja de cálculo ha convertido la MAC en el número ${celda}: dele formato de texto.`,
    )
  return parseCelda(Mac, celda)
}

/** `-` means no nickname in all other places. */
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

const parseCoordenada = (schema: typeof Lat | typeof Lon) => (celda: string) => {
  const grados = parseGrados(celda)
  return grados === null ? undefined : (parseCelda(schema, grados) ?? undefined)
}
const parseLat = parseCoordenada(Lat)
const parseLon = parseCoordenada(Lon)

function readRow({ linea, celda }: ImportRow<ColumnaAlta>, cellErrors: CellErrors): FilaAlta | undefined {
  const nombre = celda('apodo') || celda('mac_serie')
  const read = <T>(column: ColumnaAlta, parse: (celda: string) => T) =>
    cellErrors.read({ linea, nombre }, column, () => parse(celda(column)))
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

/** A column that only exports of Retorna have. */
const NUESTRA = 'ultimoregistro'
/** In such files these columns have the present state and position. */
const DE_AHORA = ['estado', 'lat', 'lon']

/** Removes the columns with present values from an export of Retorna, because they are not part of the registration. */
function takeNuestro(csv: Csv): Csv {
  const titles = csv.cabecera.map(simplify)
  if (!titles.includes(NUESTRA)) return csv
  return { ...csv, cabecera: csv.cabecera.map((t, i) => (DE_AHORA.includes(titles[i] as string) ? '' : t)) }
}

/** The valid rows of a file, and the errors of the others. Throws 400 for a file that cannot be read at all. */
export async function readAltas(bytes: Uint8Array, corte?: AbortSignal): Promise<Parsed> {
  const rows = await readImportRows(bytes, COLUMNS, {
    maxFilas: MAX_FILAS_DISPOSITIVOS,
    corte,
    adapt: takeNuestro,
  })
  const cellErrors = createCellErrors()
  const filas: FilaAlta[] = []
  const macs = new Map<string, number>()
  const apodos = new Map<string, number>()
  for await (const leida of paced(rows)) {
    const row = readRow(leida, cellErrors)
    if (!row) continue
    const apodo = row.apodo?.toLowerCase()
    const [porMac, porApodo] = [macs.get(row.mac), apodo && apodos.get(apodo)]
    if (porMac) cellErrors.add(row, 'mac_serie', `La MAC ${row.mac} ya está en la línea ${porMac}.`)
    if (porApodo) cellErrors.add(row, 'apodo', `El apodo ${row.apodo} ya está en la línea ${porApodo}.`)
    if (porMac || porApodo) continue
    macs.set(row.mac, row.linea)
    if (apodo) apodos.set(apodo, row.linea)
    filas.push(row)
  }
  return { filas, reparos: cellErrors, total: rows.length }
}
