import { type MouseEvent, memo } from 'react'
import type { Token } from '../theme/tokens'
import { Casilla } from './casilla'
import type { Columna } from './tipos'

export type EstadoFila = {
  resaltada: boolean
  elegida: boolean
  reciente: boolean
  tono: Token | undefined
  /** Undefined where rows cannot be selected. */
  marcada: boolean | undefined
}

export const datosDeFila = (e: EstadoFila) => ({
  'data-resaltada': e.resaltada || undefined,
  'data-elegida': e.elegida || undefined,
  'data-reciente': e.reciente || undefined,
  'data-tono': e.tono,
})

/** Class of the cells of a column. */
export const claseOf = <T,>(c: Columna<T>) =>
  [c.numerica && 'numerica', c.entera && 'entera', c.anclada && 'anclada'].filter(Boolean).join(' ') ||
  undefined

type Props<T> = EstadoFila & {
  fila: T
  id: string
  columnas: Columna<T>[]
  indice: number
  /** Number of the row across all pages, from 2: the header is 1. */
  numero: number
  activa: boolean
  onOpen?: (fila: T) => void
  onHover?: (fila: T | null) => void
  onMark?: (id: string, marcada: boolean) => void
}

function FilaSinMemoria<T>(p: Props<T>) {
  const { fila, id, columnas, indice, numero, activa, onOpen, onHover, onMark } = p
  const open = (e: MouseEvent) => {
    if (!(e.target as Element).closest('button, a, input, label')) onOpen?.(fila)
  }
  return (
    <tr
      data-indice={indice}
      data-id={id}
      aria-rowindex={numero}
      aria-selected={p.marcada}
      aria-current={p.elegida || undefined}
      tabIndex={activa ? 0 : -1}
      onDoubleClick={onOpen && open}
      onMouseEnter={onHover && (() => onHover(fila))}
      onMouseLeave={onHover && (() => onHover(null))}
      onFocus={onHover && (() => onHover(fila))}
      onBlur={onHover && (() => onHover(null))}
      {...datosDeFila(p)}
    >
      {onMark && (
        <td>
          <Casilla
            marcada={p.marcada ?? false}
            etiqueta={`Seleccionar fila ${id}`}
            onChange={(marcada) => onMark(id, marcada)}
          />
        </td>
      )}
      {columnas.map((c) => (
        <td key={c.id} className={claseOf(c)}>
          {c.celda(fila)}
        </td>
      ))}
    </tr>
  )
}

export const Fila = memo(FilaSinMemoria) as typeof FilaSinMemoria
