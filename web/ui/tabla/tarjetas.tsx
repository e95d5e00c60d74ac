import Box from '@mui/material/Box'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { tono } from '../theme/tono'
import { Casilla } from './casilla'
import { datosDeFila, type EstadoFila } from './fila'
import { Tarjeta } from './marco'
import type { Columna } from './tipos'
import { useAfterMount } from './use-after-mount'

const ALTO_ESTIMADO = 96
const MARGEN = 8

type Props<T> = {
  etiqueta: string
  filas: { id: string; original: T }[]
  columnas: Columna<T>[]
  caja: RefObject<HTMLElement | null>
  estadoOf: (id: string, fila: T) => EstadoFila
  onMark?: (id: string, marcada: boolean) => void
}

/**
 * The same rows where a table does not fit: `titular` or the first column as heading, columns without a heading beside it, the rest below.
 */
export function Tarjetas<T>({ etiqueta, filas, columnas, caja, estadoOf, onMark }: Props<T>) {
  useAfterMount()
  const ventana = useVirtualizer({
    count: filas.length,
    getScrollElement: () => caja.current,
    estimateSize: () => ALTO_ESTIMADO,
    getItemKey: (i) => filas[i]?.id ?? i,
    overscan: MARGEN,
  })
  const primera = columnas.find((c) => c.titular) ?? columnas[0]
  const resto = columnas.filter((c) => c !== primera)
  const acciones = resto.filter((c) => c.sinTitulo)
  const datos = resto.filter((c) => !c.sinTitulo)
  const vistas = ventana.getVirtualItems()
  return (
    <Box sx={{ position: 'relative' }} style={{ height: ventana.getTotalSize() }}>
      <Box
        component="ul"
        aria-label={etiqueta}
        sx={{ position: 'absolute', inset: '0 0 auto', m: 0, p: 0, listStyle: 'none' }}
        style={{ transform: `translateY(${vistas[0]?.start ?? 0}px)` }}
      >
        {vistas.map(({ index, key }) => {
          const fila = filas[index]
          if (!fila) return null
          const estado = estadoOf(fila.id, fila.original)
          return (
            <Tarjeta
              key={key}
              ref={ventana.measureElement}
              data-index={index}
              aria-setsize={filas.length}
              aria-posinset={index + 1}
              {...datosDeFila(estado)}
            >
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                {onMark && (
                  <Casilla
                    marcada={estado.marcada ?? false}
                    etiqueta={`Seleccionar fila ${fila.id}`}
                    onChange={(marcada) => onMark(fila.id, marcada)}
                  />
                )}
                <Box sx={{ flex: 1, minWidth: 0 }}>{primera?.celda(fila.original)}</Box>
                {acciones.map((c) => (
                  <Box key={c.id}>{c.celda(fila.original)}</Box>
                ))}
              </Box>
              <Box
                component="dl"
                sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'flex-start' }}
              >
                {datos.map((c) => (
                  <Box key={c.id} sx={{ minWidth: 0 }}>
                    <Box component="dt" sx={{ fontSize: 12, lineHeight: '16px', color: tono('muted') }}>
                      {c.titulo}
                    </Box>
                    <Box component="dd" sx={{ m: 0 }}>
                      {c.celda(fila.original)}
                    </Box>
                  </Box>
                ))}
              </Box>
            </Tarjeta>
          )
        })}
      </Box>
    </Box>
  )
}
