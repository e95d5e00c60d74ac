import MenuItem from '@mui/material/MenuItem'
import { lazy, Suspense, useState } from 'react'
import { MAX_FILAS_PDF } from '#contract/valores/eventos/eventos'
import { urlOf } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { BotonExportar } from '../ui/exportar/boton-exportar'
import type { FiltrosEventos } from './queries'

const ExportTodos = lazy(() => import('./export-todos').then((m) => ({ default: m.ExportTodos })))

/** The query of the file: filters, and columns on screen in their order. */
export const consultaOf = (filtros: FiltrosEventos, columnas: string[]) => ({
  ...filtros,
  // A name with a comma in it cannot be told from two.
  columnas: columnas.filter((c) => !c.includes(',')).join(),
})

type Props = {
  filtros: FiltrosEventos
  /** Columns on screen, in their order. */
  columnas: string[]
  total: number | undefined
}

/** The events of the filters as a file with the columns on screen, or all of them between two days. */
export function ExportEventos({ filtros, columnas, total = 0 }: Props) {
  // Undefined: not opened yet, so not loaded either.
  const [abierto, setAbierto] = useState<boolean>()
  const impedidos =
    total > MAX_FILAS_PDF
      ? { pdf: `Como mucho ${MAX_FILAS_PDF.toLocaleString('es')} filas: filtra más, o usa Excel.` }
      : undefined
  return (
    <>
      <BotonExportar
        nombre="eventos"
        urlDe={(formato) =>
          urlOf(api.exportEventos.path, undefined, { ...consultaOf(filtros, columnas), formato })
        }
        vacio={total === 0}
        impedidos={impedidos}
        mas={(close) => (
          <MenuItem
            onClick={() => {
              close()
              setAbierto(true)
            }}
          >
            Exportar todos los eventos…
          </MenuItem>
        )}
      />
      {abierto !== undefined && (
        <Suspense>
          <ExportTodos abierto={abierto} filtros={filtros} onClose={() => setAbierto(false)} />
        </Suspense>
      )}
    </>
  )
}
