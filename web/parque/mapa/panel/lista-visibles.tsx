import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { EnlaceAlta, EnlaceLector } from '../../../barra/enlaces'
import { corteOf } from '../../../lib/lista'
import { useAdministra } from '../../../lib/session/sesion'
import { EstadoVacio } from '../../../ui/feedback/estado-vacio'
import { Tabla } from '../../../ui/tabla/tabla'
import type { Columna } from '../../../ui/tabla/tipos'
import { type ChangeBusqueda, TAMANOS, type useBusquedaMapa } from '../busqueda'
import type { Visibles } from '../queries'

type Props = {
  consulta: UseQueryResult<Visibles>
  busqueda: ReturnType<typeof useBusquedaMapa>[0]
  change: ChangeBusqueda
  columnas: Columna<Dispositivo>[]
  filtros: ReactNode
  /** Active filters, beside the title. */
  chips: ReactNode
  startExport: ReactNode
  recientes: ReadonlySet<string>
  resaltada: (d: Dispositivo) => boolean
  elegido: string | undefined
  onDetalle: (d: Dispositivo) => void
  onHover: (d: Dispositivo | null) => void
  /** Number of devices with a position anywhere on the map. */
  flota: number | undefined
  onSeeFlota: () => void
}

const idOf = (d: Dispositivo) => d.Dispositivo

export function ListaVisibles(p: Props) {
  const { consulta, busqueda, change } = p
  const filtrado = Boolean(busqueda.buscar || busqueda.tipo)
  const administra = useAdministra()
  return (
    <Tabla
      etiqueta="Dispositivos visibles"
      clave="mapa"
      titulo={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
          <Typography variant="h3" component="h1" noWrap sx={{ flex: 'none', maxWidth: '100%' }}>
            Dispositivos visibles
          </Typography>
          {p.chips}
        </Box>
      }
      acciones={() => p.startExport}
      filtros={p.filtros}
      columnas={p.columnas}
      filas={consulta.data?.data}
      idOf={idOf}
      tamanos={TAMANOS}
      {...corteOf(busqueda, change, consulta.data?.total ?? 0)}
      resaltada={p.resaltada}
      elegida={(d) => d.Dispositivo === p.elegido}
      recientes={p.recientes}
      onOpen={p.onDetalle}
      onHover={p.onHover}
      actualizando={consulta.isPlaceholderData}
      error={consulta.isError && !consulta.data ? consulta.error.message : undefined}
      onRetry={() => void consulta.refetch()}
      vacio={
        filtrado ? (
          <EstadoVacio
            texto="No se encontraron dispositivos con esos filtros"
            ayuda="Prueba con otra parte del apodo, o quita los filtros."
            accion={
              <Button
                variant="outlined"
                onClick={() => void change({ buscar: undefined, tipo: undefined, pagina: undefined })}
              >
                Limpiar filtros
              </Button>
            }
          />
        ) : p.flota === 0 ? (
          <EstadoVacio
            texto="No hay dispositivos visibles en esta zona del mapa."
            ayuda="Ni en ninguna otra: un contenedor está donde el lector que lo oye, y un lector donde dicen sus coordenadas."
            accion={administra ? <EnlaceLector /> : <EnlaceAlta />}
          />
        ) : (
          <EstadoVacio
            texto="No hay dispositivos visibles en esta zona del mapa."
            ayuda="Mueve o aleja el mapa, o ajústalo a todos los dispositivos."
            accion={
              <Button variant="outlined" onClick={p.onSeeFlota}>
                Ver toda la flota
              </Button>
            }
          />
        )
      }
    />
  )
}
