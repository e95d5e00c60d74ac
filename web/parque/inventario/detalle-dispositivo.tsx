import LocationOffOutlined from '@mui/icons-material/LocationOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { useUltimo } from '../../lib/api/direccion'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { TituloDialogo } from '../../ui/feedback/titulo-dialogo'
import { tono } from '../../ui/theme/tono'
import { apodoOf } from './celda-apodo'
import { DatosDispositivo } from './datos-dispositivo'
import { dispositivoQuery } from './queries'

const MapaDispositivo = lazy(() => import('./mapa-dispositivo').then((m) => ({ default: m.MapaDispositivo })))

const ID_TITULO = 'titulo-detalle'

type Props = {
  /** MAC of the device; undefined closes. */
  mac: string | undefined
  /** The device, if the screen has loaded it already. */
  conocido: Dispositivo | undefined
  onClose: () => void
}

/** All data of a device, and a map with its position. */
export function DetalleDispositivo({ mac, conocido, onClose }: Props) {
  const actual = useUltimo(mac) ?? ''
  const navigate = useNavigate()
  const consulta = useQuery({
    ...dispositivoQuery(actual),
    enabled: Boolean(mac) && !conocido,
  })
  const d = conocido ?? consulta.data
  return (
    <Dialog open={mac !== undefined} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={ID_TITULO}>
      <TituloDialogo id={ID_TITULO} onClose={onClose}>
        {d && d.TipoDispositivo !== 'Reader' ? (
          <EnlaceContenedor apodo={apodoOf(d)} />
        ) : d ? (
          apodoOf(d)
        ) : (
          actual
        )}
      </TituloDialogo>
      <DialogContent>
        {d ? (
          <Box sx={{ display: 'grid', gap: 4 }}>
            <Lugar d={d} />
            <DatosDispositivo d={d} />
          </Box>
        ) : consulta.isError ? (
          <Fallo
            texto="Error al obtener detalles del dispositivo"
            detalle={consulta.error.message}
            onRetry={() => void consulta.refetch()}
          />
        ) : consulta.data === null ? (
          <EstadoVacio
            texto="No hay ningún dispositivo con esa MAC"
            ayuda="Puede que se haya eliminado, o que sea de otra empresa."
          />
        ) : (
          <Skeleton variant="rounded" height={320} aria-busy="true" />
        )}
      </DialogContent>
      <DialogActions>
        <Button
          variant="contained"
          disabled={!d}
          onClick={() => d && void navigate({ to: '/NewData', search: { search: d.Apodo ?? d.Dispositivo } })}
        >
          Ver eventos
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Lugar({ d }: { d: Dispositivo }) {
  const marco = { height: { xs: 200, sm: 280 }, borderRadius: '8px', overflow: 'hidden' }
  if (d.Lat === null || d.Lon === null)
    return (
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          px: 4,
          py: 3,
          borderRadius: '8px',
          bgcolor: tono('ground'),
          color: tono('muted'),
          fontSize: 14,
        }}
      >
        <LocationOffOutlined sx={{ fontSize: 20 }} />
        Sin ubicación disponible
      </Box>
    )
  return (
    <Box sx={{ ...marco, position: 'relative', border: `1px solid ${tono('line')}` }}>
      <Suspense fallback={<Skeleton variant="rectangular" height="100%" />}>
        <MapaDispositivo
          // A new place mounts a new map, centred on it.
          key={`${d.Lat},${d.Lon}`}
          lat={d.Lat}
          lon={d.Lon}
          nombre={d.Apodo ?? d.Dispositivo}
        />
      </Suspense>
    </Box>
  )
}
