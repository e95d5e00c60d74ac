import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import type { Limites } from '../../../ui/mapa/vista'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Orden } from '../../../ui/tabla/tipos'
import { type OrdenVisibles, TAMANOS } from '../busqueda'
import { columnasDispositivo } from '../panel/columnas'
import { type Filtros, visiblesQuery } from '../queries'

type Props = {
  /** The spot; null closes. */
  punto: Limites | null
  filtros: Filtros
  onClose: () => void
  onDetalle: (d: Dispositivo) => void
}

const ID_TITULO = 'titulo-miembros'
const idOf = (d: Dispositivo) => d.Dispositivo

/** The devices that stand on one spot, which no zoom separates. */
export function MiembrosPunto({ punto, filtros, onClose, onDetalle }: Props) {
  const [pagina, setPagina] = useState(1)
  const [filas, setFilas] = useState(25)
  const [orden, setOrden] = useState<Orden>({ columna: 'Apodo', sentido: 'asc' })
  // Keep the content while the dialog closes.
  const [ultimo, setUltimo] = useState<Limites | null>(null)
  useEffect(() => {
    if (!punto) return
    setUltimo(punto)
    setPagina(1)
  }, [punto])
  const consulta = useQuery(
    visiblesQuery(punto ?? ultimo, filtros, {
      page: pagina,
      per_page: filas,
      orden: orden.columna as OrdenVisibles,
      sentido: orden.sentido,
    }),
  )
  const columnas = useMemo(
    () => columnasDispositivo({ onCenter: onDetalle, onDetalle, ayuda: 'Ver detalles' }),
    [onDetalle],
  )
  const total = consulta.data?.total
  return (
    <Dialog open={punto !== null} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={ID_TITULO}>
      <Box sx={{ height: 'min(560px, 80dvh)', borderRadius: '12px', overflow: 'hidden' }}>
        <Tabla
          etiqueta="Dispositivos en este punto"
          clave="mapa-punto"
          titulo={
            <Box
              component="h2"
              id={ID_TITULO}
              sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}
            >
              {total === undefined
                ? 'Dispositivos en este punto'
                : `${total.toLocaleString('es')} dispositivos en este punto`}
            </Box>
          }
          acciones={() => (
            <IconButton aria-label="Cerrar" onClick={onClose} sx={{ order: 1 }}>
              <CloseIcon sx={{ fontSize: 20 }} />
            </IconButton>
          )}
          columnas={columnas}
          filas={consulta.data?.data}
          idOf={idOf}
          tamanos={TAMANOS}
          orden={orden}
          onOrden={(o) => {
            setOrden(o)
            setPagina(1)
          }}
          paginacion={{
            pagina,
            filas,
            total: total ?? 0,
            onPagina: setPagina,
            onFilas: (n) => {
              setFilas(n)
              setPagina(1)
            },
          }}
          onOpen={onDetalle}
          actualizando={consulta.isPlaceholderData}
          error={consulta.isError && !consulta.data ? consulta.error.message : undefined}
          onRetry={() => void consulta.refetch()}
          vacio={
            <EstadoVacio
              texto="Ya no hay dispositivos en este punto."
              ayuda="Se han movido mientras mirabas."
            />
          }
        />
      </Box>
    </Dialog>
  )
}
