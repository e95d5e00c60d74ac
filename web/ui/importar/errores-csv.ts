import type { ErrorCelda } from '#contract/importar'
import { save } from '../../lib/api/download'

/** A spreadsheet treats a cell with this prefix as a formula. */
const FORMULA = /^[=+\-@]/

const celda = (v: string | number) => `"${String(v).replace(FORMULA, "'$&").replaceAll('"', '""')}"`

/** The errors of a file as a CSV that a Spanish Excel opens. */
export function erroresCsv(errores: ErrorCelda[]): string {
  const filas = errores.map((e) => [e.linea, e.nombre, e.columna, e.error])
  return [['linea', 'fila', 'columna', 'error'], ...filas].map((f) => f.map(celda).join(';')).join('\r\n')
}

export function downloadErrores(errores: ErrorCelda[], nombre: string): void {
  save(new Blob([`\ufeff${erroresCsv(errores)}\r\n`], { type: 'text/csv;charset=utf-8' }), nombre)
}
