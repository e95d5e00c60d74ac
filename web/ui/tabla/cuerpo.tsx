import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import { useEnPapel } from '../theme/papel'
import { type EstadoFila, Fila } from './fila'
import type { Columna } from './tipos'
import { useAfterMount } from './use-after-mount'

/** Above this many rows only the visible ones are in the DOM. */
const FILAS_SIN_VENTANA = 100

type Props<T> = {
  filas: { id: string; original: T }[]
  columnas: Columna<T>[]
  caja: RefObject<HTMLElement | null>
  alto: number
  primera: number
  estadoOf: (id: string, fila: T) => EstadoFila
  onOpen?: (fila: T) => void
  onHover?: (fila: T | null) => void
  onMark?: (id: string, marcada: boolean) => void
}

export function Cuerpo<T>({ filas, columnas, caja, alto, primera, estadoOf, ...acciones }: Props<T>) {
  const cuerpo = useRef<HTMLTableSectionElement>(null)
  const [activa, setActiva] = useState(0)
  useAfterMount()
  const ventana = useVirtualizer({
    count: filas.length,
    enabled: filas.length > FILAS_SIN_VENTANA,
    getScrollElement: () => caja.current,
    estimateSize: useCallback(() => alto, [alto]),
    overscan: 2,
  })
  const enPapel = useEnPapel()
  const virtuales = filas.length > FILAS_SIN_VENTANA && !enPapel ? ventana.getVirtualItems() : null
  const indices = virtuales?.map((v) => v.index) ?? filas.map((_, i) => i)
  const antes = virtuales?.[0]?.start ?? 0
  const despues = virtuales ? ventana.getTotalSize() - (virtuales.at(-1)?.end ?? 0) : 0
  const conFoco = Math.min(activa, filas.length - 1)

  const focus = (indice: number) => {
    const destino = Math.max(0, Math.min(filas.length - 1, indice))
    setActiva(destino)
    if (virtuales) ventana.scrollToIndex(destino)
    // The row may enter the DOM only after the window has moved.
    requestAnimationFrame(() => {
      cuerpo.current?.querySelector<HTMLElement>(`tr[data-indice="${destino}"]`)?.focus()
    })
  }

  const onTecla = (e: KeyboardEvent) => {
    const tr = (e.target as Element).closest<HTMLElement>('tr[data-indice]')
    if (!tr) return
    const aqui = Number(tr.dataset.indice)
    const pagina = Math.max(1, Math.floor((caja.current?.clientHeight ?? alto) / alto) - 1)
    const saltos: Record<string, number> = {
      ArrowDown: aqui + 1,
      ArrowUp: aqui - 1,
      PageDown: aqui + pagina,
      PageUp: aqui - pagina,
      Home: 0,
      End: filas.length - 1,
    }
    const destino = saltos[e.key]
    if (destino !== undefined) {
      e.preventDefault()
      focus(destino)
    } else if (e.key === 'Enter' && e.target === tr && acciones.onOpen) {
      const fila = filas[aqui]
      if (!fila) return
      e.preventDefault()
      acciones.onOpen(fila.original)
    }
  }

  return (
    <tbody ref={cuerpo} onKeyDown={onTecla}>
      <Hueco alto={antes} />
      {indices.map((i) => {
        const fila = filas[i]
        return fila ? (
          <Fila
            // On the next long page the same row elements are reused with other content.
            key={virtuales ? i : fila.id}
            fila={fila.original}
            id={fila.id}
            columnas={columnas}
            indice={i}
            numero={primera + i + 2}
            activa={i === conFoco}
            {...estadoOf(fila.id, fila.original)}
            {...acciones}
          />
        ) : null
      })}
      <Hueco alto={despues} />
    </tbody>
  )
}

/** Placeholder for the rows that are not in the DOM. */
function Hueco({ alto }: { alto: number }) {
  return alto > 0 ? (
    <tr>
      <td className="hueco" style={{ height: alto }} />
    </tr>
  ) : null
}
