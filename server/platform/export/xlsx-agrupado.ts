import { Readable } from 'node:stream'
import { type Cell, type CellValue, type MergeRange, writeXlsx } from 'hucre/xlsx'
import { letterOf } from './hoja'
import { filasSobre, HOJA_SOBRE, impresionOf } from './sobre'
import { pausadas, type Tabla } from './tabla'

/** Rows above the data: groups and titles. */
const HEADERS = 2

/** Runs of neighbouring columns with the same group. */
function bloquesOf<T>(columnas: Tabla<T>['columnas']) {
  const bloques: { grupo: Tabla<T>['columnas'][number]['grupo']; desde: number; hasta: number }[] = []
  for (const [i, { grupo }] of columnas.entries()) {
    const last = bloques.at(-1)
    if (last && last.grupo?.nombre === grupo?.nombre) last.hasta = i
    else bloques.push({ grupo, desde: i, hasta: i })
  }
  return bloques
}

async function writeLibro<T>(tabla: Tabla<T>): Promise<Uint8Array> {
  const { columnas } = tabla
  const bloques = bloquesOf(columnas)
  const groups: CellValue[] = columnas.map(() => null)
  for (const t of bloques) groups[t.desde] = t.grupo?.nombre ?? null
  const rows: CellValue[][] = [groups, columnas.map((c) => c.titulo)]
  for await (const chunk of pausadas(tabla.filas))
    for (const row of chunk) rows.push(columnas.map((c) => c.valor(row)))
  const cuantas = rows.length - HEADERS
  const pie = tabla.pie?.()
  if (pie) rows.push(pie)

  const cells = new Map<string, Partial<Cell>>()
  for (const [i, c] of columnas.entries()) {
    const fill = c.grupo && {
      type: 'pattern' as const,
      pattern: 'solid' as const,
      fgColor: { rgb: c.grupo.fondo },
    }
    for (const row of [0, 1])
      cells.set(`${row},${i}`, {
        value: rows[row]?.[i] ?? null,
        style: {
          font: { bold: true },
          fill,
          alignment: { horizontal: row === 0 ? 'center' : c.numerica ? 'right' : 'left' },
        },
      })
    if (pie) cells.set(`${rows.length - 1},${i}`, { value: pie[i] ?? null, style: { font: { bold: true } } })
  }
  const merges: MergeRange[] = bloques
    .filter((t) => t.grupo && t.hasta > t.desde)
    .map((t) => ({ startRow: 0, startCol: t.desde, endRow: 0, endCol: t.hasta }))
  return writeXlsx({
    sheets: [
      {
        name: tabla.titulo.slice(0, 25),
        columns: columnas.map((c) => ({ width: c.ancho })),
        rows: rows,
        cells,
        merges,
        freezePane: { rows: HEADERS, columns: 1 },
        autoFilter: { range: `A${HEADERS}:${letterOf(columnas.length - 1)}${HEADERS + cuantas}` },
        pageSetup: {
          paperSize: 'a4',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$1:$${HEADERS}`,
        },
        headerFooter: impresionOf(tabla),
      },
      { name: HOJA_SOBRE, columns: [{ width: 20 }, { width: 60 }], rows: filasSobre(tabla, cuantas) },
    ],
  })
}

/** A table of some thousand rows at most, with a first row of coloured groups and a last row of totals. */
export function xlsxAgrupado<T>(tabla: Tabla<T>): Readable {
  async function* bytes() {
    yield await writeLibro(tabla)
  }
  return Readable.from(bytes())
}
