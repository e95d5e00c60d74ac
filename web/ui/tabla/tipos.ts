import type { ReactNode } from 'react'
import type { Token } from '../theme/tokens'

export type Columna<T> = {
  id: string
  titulo: string
  celda: (fila: T) => ReactNode
  /** What the column is sorted by where the rows are all here. */
  valor?: (fila: T) => string | number | boolean | null | undefined
  /** The server sorts by it. */
  ordenable?: boolean
  /** CSS pixels; columns without it share what is left. */
  ancho?: number
  numerica?: boolean
  /** Takes as many lines as it needs. Not where there may be so many rows that only those in sight are drawn. */
  entera?: boolean
  /** Stays in sight while the others scroll sideways; the first column only. */
  anclada?: boolean
  /** Not shown where the table is narrow and no cards. */
  soloAncha?: boolean
  /** Always shown: not in the column chooser. */
  fija?: boolean
  /** Not shown until chosen. */
  oculta?: boolean
  /** The heading is read out but not drawn. */
  sinTitulo?: boolean
  /** Heads the card where the table is narrow; else the first column does. */
  titular?: boolean
  /** Heading over this column and its neighbours of the same group, with its colour. */
  grupo?: { nombre: string; token: Token }
}

export type Orden = { columna: string; sentido: 'asc' | 'desc' }

/** Pages count from 1. */
export type Pagina = {
  pagina: number
  filas: number
  onPagina: (pagina: number) => void
  onFilas: (filas: number) => void
}

export type Paginacion = Pagina & { total: number }

export type Seleccion = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }

export const DENSIDADES = ['compacta', 'normal', 'amplia'] as const
export type Densidad = (typeof DENSIDADES)[number]

export type PropsTabla<T> = {
  /** Name of the table for screen readers. */
  etiqueta: string
  columnas: Columna<T>[]
  /** Undefined while they load for the first time. */
  filas: T[] | undefined
  idDe: (fila: T) => string
  /** Under which column choice and density are remembered. Without: a small table, that offers neither. */
  clave?: string
  /** Left of the tools: title, count. */
  titulo?: ReactNode
  /** Buttons left of column chooser and density; told the columns on screen, in their order. */
  acciones?: (visibles: string[]) => ReactNode
  /** Between them and the tools: filters kept under a name. Told the same. */
  vistas?: (visibles: string[]) => ReactNode
  /** What is drawn between the title and the rows: filters. */
  filtros?: ReactNode
  /** Kept by the screen. The server sorts where it pages; else rows are sorted here by `valor`. */
  orden?: Orden
  onOrden?: (orden: Orden) => void
  /** Order at first, where the table keeps it. */
  ordenInicial?: Orden
  /** With a total: `filas` is one page of the server. Without: all rows are here, the screen keeps which page shows. */
  paginacion?: Paginacion | Pagina
  /** Page sizes to choose from, the first one at first. Without: all rows, and no pager. */
  tamanos?: readonly number[]
  /** Changes with what is asked for besides page and order: the rows start at their top again. */
  vista?: string
  /** A table even where it is narrow: its numbers are compared, not read one by one. */
  sinTarjetas?: boolean
  seleccion?: Seleccion
  /** Enter or double click on a row. */
  onOpen?: (fila: T) => void
  onHover?: (fila: T | null) => void
  resaltada?: (fila: T) => boolean
  elegida?: (fila: T) => boolean
  /** Last row, always in sight: what stands in a column, by its id. Not where there are no rows, and not below cards. */
  pie?: (columna: string) => ReactNode
  /** Rows that have just changed by themselves, by id. */
  recientes?: ReadonlySet<string>
  /** Red tints the whole row; amber marks its edge. */
  tonoDe?: (fila: T) => Token | undefined
  /** Fresh rows are on their way, the old ones stay. */
  actualizando?: boolean
  /** What to show when there are no rows. */
  vacio: ReactNode
  /** What failed, for people. */
  error?: string
  onRetry?: () => void
}
