import Box from '@mui/material/Box'
import { type ReactNode, useMemo } from 'react'
import { Recuadro } from '../tabla/marco'
import { Tabla } from '../tabla/tabla'
import type { Columna } from '../tabla/tipos'
import { tono } from '../theme/tono'

const ALTO_MAXIMO = 320
const ANCHO_NOMBRE = { menor: 128, mayor: 256 }
const ANCHO_LETRA = 8
/** Padding of the cell plus the sort arrow. */
const ANCHO_RESTO = 40

type Valor = string | number | null

/** The data of a chart as a table: the first column names the row, the others are numbers or texts. */
export type Datos = {
  columnas: {
    titulo: string
    /** Displayed texts, if they differ from the values that are sorted by. */
    texto?: (v: string) => string
    /** The rows come in the order of this column, which its texts do not show. */
    enOrden?: boolean
  }[]
  filas: Valor[][]
}

type Fila = { id: string; valores: Valor[] }

const n = new Intl.NumberFormat('es', { maximumFractionDigits: 2 })

function textoOf(v: Valor | undefined, texto: ((v: string) => string) | undefined): string {
  if (typeof v === 'number') return n.format(v)
  return v == null ? '—' : (texto?.(v) ?? v)
}

const anchoNombre = (nombres: string[]) =>
  Math.min(
    ANCHO_NOMBRE.mayor,
    nombres.reduce((ancho, s) => Math.max(ancho, s.length * ANCHO_LETRA), ANCHO_NOMBRE.menor),
  )

type Props = {
  etiqueta: string
  datos: Datos
  /** The name of a row as a link. */
  link?: (nombre: string) => ReactNode
}

export function TablaDatos({ etiqueta, datos, link }: Props) {
  // Rows of a chart have no id but their position.
  const filas = useMemo(() => datos.filas.map((valores, i): Fila => ({ id: String(i), valores })), [datos])
  const columnas = useMemo(
    () =>
      datos.columnas.map(({ titulo, texto, enOrden }, i): Columna<Fila> => {
        const nombra = i === 0
        return {
          id: String(i),
          titulo,
          celda: ({ valores: { [i]: v } }) =>
            nombra && link && typeof v === 'string' ? link(v) : textoOf(v, texto),
          valor: ({ id, valores }) => (enOrden ? Number(id) : valores[i]),
          ancho: nombra
            ? anchoNombre(datos.filas.map((f) => textoOf(f[0], texto)))
            : titulo.length * ANCHO_LETRA + ANCHO_RESTO,
          numerica: !nombra && datos.filas.every((f) => typeof f[i] !== 'string'),
        }
      }),
    [datos, link],
  )
  return (
    <Recuadro style={{ maxHeight: ALTO_MAXIMO }}>
      <Tabla
        etiqueta={`Datos: ${etiqueta}`}
        columnas={columnas}
        filas={filas}
        idOf={(f) => f.id}
        vacio={<Box sx={{ p: 4, fontSize: 13, color: tono('muted') }}>No hay datos.</Box>}
      />
    </Recuadro>
  )
}
