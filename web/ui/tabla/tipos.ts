import type { ReactNode } from 'react'
import type { Token } from '../theme/tokens'

export type Columna<T> = {
  id: string
  titulo: string
  celda: (fila: T) => ReactNode
  /** Value that the column is sorted by if all rows are here. */
  valor?: (fila: T) => string | number | boolean | null | undefined
  /** The server can sort by it. */
  ordenable?: boolean
  /** CSS pixels; columns without a width share the rest. */
  ancho?: number
  numerica?: boolean
  /** The cell wraps to as many lines as it needs. Not for lists that are so long that only the visible rows are drawn. */
  entera?: boolean
  /** Stays in place while the others scroll sideways; the first column only. */
  anclada?: boolean
  /** Hidden in a narrow table that is not shown as cards. */
  soloAncha?: boolean
  /** Always shown: not in the column chooser. */
  fija?: boolean
  /** Hidden by default. */
  oculta?: boolean
  /** The heading is for screen readers only. */
  sinTitulo?: boolean
  /** Heading of the card on a narrow screen; else the first column is. */
  titular?: boolean
  /** Heading over this column and its adjacent columns of the same group, with its colour. */
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
  /** Accessible name of the table. */
  etiqueta: string
  columnas: Columna<T>[]
  /** Undefined during the first load. */
  filas: T[] | undefined
  idOf: (fila: T) => string
  /** Key under which column choice and density are stored. Without: a small table that offers neither. */
  clave?: string
  /** Left of the tools: title, count. */
  titulo?: ReactNode
  /** Buttons left of column chooser and density; gets the visible columns in their order. */
  acciones?: (visibles: string[]) => ReactNode
  /** Between them and the tools: saved views. Gets the same columns. */
  vistas?: (visibles: string[]) => ReactNode
  /** Content between the title and the rows: filters. */
  filtros?: ReactNode
  /** Order, controlled by the screen. The server sorts if it pages; else rows are sorted here by `valor`. */
  orden?: Orden
  onOrden?: (orden: Orden) => void
  /** Initial order if the table controls it. */
  ordenInicial?: Orden
  /** With a total: `filas` is one page of the server. Without: all rows are here, and the screen controls the page. */
  paginacion?: Paginacion | Pagina
  /** Page sizes to choose from; the first one is the default. Without: all rows, and no pager. */
  tamanos?: readonly number[]
  /** Changes with the query, apart from page and order: the rows then scroll back to the top. */
  vista?: string
  /** A table even on a narrow screen: its numbers are compared, not read one by one. */
  sinTarjetas?: boolean
  seleccion?: Seleccion
  /** Enter or double click on a row. */
  onOpen?: (fila: T) => void
  onHover?: (fila: T | null) => void
  resaltada?: (fila: T) => boolean
  elegida?: (fila: T) => boolean
  /** Totals row, always visible: its cells by column id. Not shown without rows, nor below cards. */
  pie?: (columna: string) => ReactNode
  /** Ids of rows that live updates have just changed. */
  recientes?: ReadonlySet<string>
  /** Red tints the whole row; amber marks its edge. */
  tonoOf?: (fila: T) => Token | undefined
  /** New rows are loading; the old ones stay visible. */
  actualizando?: boolean
  /** Empty state. */
  vacio: ReactNode
  /** Error message for the user. */
  error?: string
  onRetry?: () => void
}
