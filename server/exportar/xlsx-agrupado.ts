import { Readable } from 'node:stream'
import { type Cell, type CellValue, type MergeRange, writeXlsx } from 'hucre/xlsx'
import { letraDe } from './hoja'
import { filasSobre, HOJA_SOBRE, impresionDe } from './sobre'
import { pausadas, type Tabla } from './tabla'

/** Rows above the data: groups, and titles. */
const CABECERAS = 2

/** Runs of neighbours with the same group. */
function bloquesDe<T>(columnas: Tabla<T>['columnas']) {
  const bloques: { grupo: Tabla<T>['columnas'][number]['grupo']; desde: number; hasta: number }[] = []
  for (const [i, { grupo }] of columnas.entries()) {
    const ultimo = bloques.at(-1)
    if (ultimo && ultimo.grupo?.nombre === grupo?.nombre) ultimo.hasta = i
    else bloques.push({ grupo, desde: i, hasta: i })
  }
  return bloques
}

async function writeLibro<T>(tabla: Tabla<T>): Promise<Uint8Array> {
  const { columnas } = tabla
  const bloques = bloquesDe(columnas)
  const grupos: CellValue[] = columnas.map(() => null)
  for (const t of bloques) grupos[t.desde] = t.grupo?.nombre ?? null
  const filas: CellValue[][] = [grupos, columnas.map((c) => c.titulo)]
  for await (const trozo of pausadas(tabla.filas))
    for (const fila of trozo) filas.push(columnas.map((c) => c.valor(fila)))
  const cuantas = filas.length - CABECERAS
  const pie = tabla.pie?.()
  if (pie) filas.push(pie)

  const cells = new Map<string, Partial<Cell>>()
  for (const [i, c] of columnas.entries()) {
    const fill = c.grupo && {
      type: 'pattern' as const,
      pattern: 'solid' as const,
      fgColor: { rgb: c.grupo.fondo },
    }
    for (const fila of [0, 1])
      cells.set(`${fila},${i}`, {
        value: filas[fila]?.[i] ?? null,
        style: {
          font: { bold: true },
          fill,
          alignment: { horizontal: fila === 0 ? 'center' : c.numerica ? 'right' : 'left' },
        },
      })
    if (pie) cells.set(`${filas.length - 1},${i}`, { value: pie[i] ?? null, style: { font: { bold: true } } })
  }
  const merges: MergeRange[] = bloques
    .filter((t) => t.grupo && t.hasta > t.desde)
    .map((t) => ({ startRow: 0, startCol: t.desde, endRow: 0, endCol: t.hasta }))
  return writeXlsx({
    sheets: [
      {
        name: tabla.titulo.slice(0, 25),
        columns: columnas.map((c) => ({ width: c.ancho })),
        rows: filas,
        cells,
        merges,
        freezePane: { rows: CABECERAS, columns: 1 },
        autoFilter: { range: `A${CABECERAS}:${letraDe(columnas.length - 1)}${CABECERAS + cuantas}` },
        pageSetup: {
          paperSize: 'a4',
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: `$1:$${CABECERAS}`,
        },
        headerFooter: impresionDe(tabla),
      },
      { name: HOJA_SOBRE, columns: [{ width: 20 }, { width: 60 }], rows: filasSobre(tabla, cuantas) },
    ],
  })
}

/** A table of some thousand rows at most, with a first row of groups in their colours and a last one of totals. */
export function xlsxAgrupado<T>(tabla: Tabla<T>): Readable {
  async function* bytes() {
    yield await writeLibro(tabla)
  }
  return Readable.from(bytes())
}
