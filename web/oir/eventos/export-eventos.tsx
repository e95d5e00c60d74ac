import MenuItem from '@mui/material/MenuItem'
import { lazy, Suspense, useState } from 'react'
import { MAX_FILAS_PDF } from '#contract/oir/eventos/values'
import { urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import type { FiltrosEventos } from './queries'

const ExportTodos = lazy(() => import('./export-todos').then((m) => ({ default: m.ExportTodos })))

/** Query of the export: filters, and visible columns in their order. */
export const consultaOf = (filtros: FiltrosEventos, columnas: string[]) => ({
  ...filtros,
  // A column name with a comma would be read as two names.
  columnas: columnas.filter((c) => !c.includes(',')).join(),
})

type Props = {
  filtros: FiltrosEventos
  /** Visible columns in their order. */
  columnas: string[]
  total: number | undefined
}

/** Exports the filtered events with the visible columns, or all events between two days. */
export function ExportEventos({ filtros, columnas, total = 0 }: Props) {
  // Undefined: never opened, so its code is not loaded.
  const [abierto, setAbierto] = useState<boolean>()
  const impedidos =
    total > MAX_FILAS_PDF
      ? { pdf: `Como mucho ${MAX_FILAS_PDF.toLocaleString('es')} filas: filtra más, o usa Excel.` }
      : undefined
  return (
    <>
      <BotonExportar
        nombre="eventos"
        urlOf={(formato) =>
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
