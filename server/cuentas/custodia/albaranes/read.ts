import { Dia } from '#contract/comunes'
import {
  CeldasAlbaran,
  MAX_FILAS_ALBARANES,
  MAX_NOMBRADOS_ALBARANES,
} from '#contract/cuentas/custodia/albaranes'
import { MAX_CONTENEDORES_MOVIMIENTO } from '#contract/cuentas/custodia/values'
import { entradaNoValida } from '../../../platform/http/errores'
import {
  type CellErrors,
  createCellErrors,
  parseCelda,
  parseCeldaNumero,
} from '../../../platform/import/cell-errors'
import { ErrorCsv, simplify } from '../../../platform/import/csv'
import { type ImportRow, readImportRows } from '../../../platform/import/rows'
import { paced } from '../../../platform/process/pauses'

export type ColumnaAlbaran =
  | 'tercero'
  | 'movimiento'
  | 'fecha'
  | 'documento'
  | 'familia'
  | 'cantidad'
  | 'contenedores'
  | 'nota'

const COLUMNS: Record<ColumnaAlbaran, { otras?: readonly string[]; opcional?: true }> = {
  tercero: { otras: ['cliente', 'proveedor', 'transportista'] },
  movimiento: { otras: ['sentido'] },
  fecha: { otras: ['dia'] },
  documento: { otras: ['albaran'] },
  familia: { opcional: true },
  cantidad: { otras: ['unidades'], opcional: true },
  contenedores: { otras: ['contenedor'], opcional: true },
  nota: { otras: ['observaciones'], opcional: true },
}

/** A valid line: containers by name, or a quantity of a family. */
export type LineaAlbaran = {
  linea: number
  /** Document number, by which people recognize the line. */
  nombre: string
  tercero: string
  clase: 'enviado' | 'devuelto'
  /** Local day of the plant, YYYY-MM-DD. */
  dia: string
  documento: string
  familia: string
  cantidad: number | null
  contenedores: string[]
  nota: string | null
}
export type Parsed = { lineas: LineaAlbaran[]; reparos: CellErrors; filas: number }

const CLASES: Record<string, LineaAlbaran['clase']> = {
  enviado: 'enviado',
  envio: 'enviado',
  devuelto: 'devuelto',
  devolucion: 'devuelto',
}

function parseClase(celda: string): LineaAlbaran['clase'] {
  if (celda === '') throw new ErrorCsv('Falta el movimiento.')
  const clase = CLASES[simplify(celda)]
  if (!clase) throw new ErrorCsv(`El movimiento «${celda.slice(0, 40)}» no es enviado ni devuelto.`)
  return clase
}

/** Parses a day as people in Spain write it, or as a spreadsheet stores it. */
function parseDia(celda: string): string {
  if (celda === '') throw new ErrorCsv('Falta la fecha.')
  const [, d = '', m = '', a = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: |$)/.exec(celda) ?? []
  const dia = a ? `${a}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : celda.slice(0, 10)
  const r = /^\d{4}-\d\d-\d\d$/.test(dia) ? Dia.safeParse(dia) : undefined
  if (!r?.success) throw new ErrorCsv(`La fecha «${celda.slice(0, 40)}» no es DD/MM/AAAA ni AAAA-MM-DD.`)
  return r.data
}

function parseCantidad(celda: string): number | null {
  const cantidad = parseCeldaNumero(celda, 0)
  return cantidad === null ? null : parseCelda(CeldasAlbaran.cantidad, cantidad)
}

function parseContenedores(celda: string): string[] {
  const nombres = [...new Set(celda.split(/[\s,;|]+/).filter(Boolean))]
  if (nombres.length > MAX_CONTENEDORES_MOVIMIENTO)
    throw new ErrorCsv(`Como mucho ${MAX_CONTENEDORES_MOVIMIENTO} contenedores de una vez.`)
  return nombres
}

/** @returns undefined where the line has an error, which is added to `reparos` */
function readLinea(
  { linea, celda }: ImportRow<ColumnaAlbaran>,
  reparos: CellErrors,
): LineaAlbaran | undefined {
  const nombre = celda('documento')
  const read = <T>(columna: ColumnaAlbaran, parse: (celda: string) => T) =>
    reparos.read({ linea, nombre }, columna, () => parse(celda(columna)))
  const leida = {
    linea,
    nombre,
    tercero: read('tercero', (c) => parseCelda(CeldasAlbaran.tercero, c)),
    clase: read('movimiento', parseClase),
    dia: read('fecha', parseDia),
    documento: read('documento', (c) => parseCelda(CeldasAlbaran.documento, c)),
    familia: read('familia', (c) => parseCelda(CeldasAlbaran.familia, c)),
    cantidad: read('cantidad', parseCantidad),
    contenedores: read('contenedores', parseContenedores),
    nota: read('nota', (c) => parseCelda(CeldasAlbaran.nota, c) || null),
  }
  if (reparos.has(linea)) return undefined
  if ((leida.contenedores?.length === 0) === (leida.cantidad === null)) {
    reparos.add({ linea, nombre }, 'cantidad', 'Di qué contenedores son, o cuántos de una familia.')
    return undefined
  }
  return leida as LineaAlbaran
}

/** Reads each line of a file of delivery notes, or its errors. Throws 400 for a file that cannot be read at all. */
export async function readAlbaranes(bytes: Uint8Array, corte: AbortSignal): Promise<Parsed> {
  const reparos = createCellErrors()
  const lineas: LineaAlbaran[] = []
  const rows = await readImportRows(bytes, COLUMNS, { maxFilas: MAX_FILAS_ALBARANES, corte })
  for await (const row of paced(rows)) {
    const leida = readLinea(row, reparos)
    if (leida) lineas.push(leida)
  }
  if (lineas.reduce((n, l) => n + l.contenedores.length, 0) > MAX_NOMBRADOS_ALBARANES)
    throw entradaNoValida(
      `El archivo nombra más de ${MAX_NOMBRADOS_ALBARANES.toLocaleString('es')} contenedores. Divídelo en varios.`,
      'archivo',
    )
  return { lineas, reparos, filas: rows.length }
}
