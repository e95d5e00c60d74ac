import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import { DateTime } from 'luxon'
import { pausadas, type Tabla } from './tabla'

/** Excel calls a file with a longer text damaged. */
const MAX_CELDA = 32_767

/** Excel knows no time zones: an instant is written as the plant's wall clock. */
function wallClock(fecha: Date, zona: string): Date {
  return DateTime.fromJSDate(fecha, { zone: zona }).setZone('utc', { keepLocalTime: true }).toJSDate()
}

async function* rowsOf<T>(tabla: Tabla<T>) {
  for await (const fila of pausadas(tabla.filas))
    yield tabla.columnas.map((c) => {
      const v = c.valor(fila)
      if (v instanceof Date) return wallClock(v, tabla.zona)
      return typeof v === 'string' ? v.slice(0, MAX_CELDA) : v
    })
}

/** The table as an xlsx file in constant memory; another sheet starts before Excel's row limit. */
export function xlsxStream<T>(tabla: Tabla<T>): Readable {
  const bytes = writeXlsxStream(rowsOf(tabla), {
    name: tabla.titulo.slice(0, 25),
    columns: tabla.columnas.map((c) => ({
      header: c.titulo,
      width: c.ancho,
      ...(c.instante && { numFmt: 'dd/mm/yyyy hh:mm:ss' }),
    })),
    freezePane: { rows: 1 },
  })
  return Readable.fromWeb(bytes as ReadableStream)
}
