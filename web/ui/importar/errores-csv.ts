import type { ErrorCelda } from '#contract/importar'
import { csvCell } from '#contract/values/csv'
import { save } from '../../lib/api/download'

/** The errors of a file as a CSV that a Spanish Excel opens. */
export function erroresCsv(errores: ErrorCelda[]): string {
  const filas = errores.map((e) => [e.linea, e.nombre, e.columna, e.error])
  return [['linea', 'fila', 'columna', 'error'], ...filas].map((f) => f.map(csvCell).join(';')).join('\r\n')
}

export function downloadErrores(errores: ErrorCelda[], nombre: string): void {
  save(new Blob([`\ufeff${erroresCsv(errores)}\r\n`], { type: 'text/csv;charset=utf-8' }), nombre)
}
