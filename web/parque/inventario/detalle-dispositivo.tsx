import LocationOffOutlined from '@mui/icons-material/LocationOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { PanelDispositivo } from '../../dominio/panel-dispositivo'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { tono } from '../../ui/theme/tono'
import { DatosDispositivo } from './datos-dispositivo'
import { dispositivoQuery } from './queries'

const MapaDispositivo = lazy(() => import('./mapa-dispositivo').then((m) => ({ default: m.MapaDispositivo })))

type Props = {
  /** MAC of the device; undefined closes. */
  mac: string | undefined
  /** The device, if the screen has loaded it already. */
  conocido: Dispositivo | undefined
  onClose: () => void
}

/** All data of a device, and a map with its position. */
export function DetalleDispositivo(props: Props) {
  const navigate = useNavigate()
  return (
    <PanelDispositivo
      {...props}
      queryOf={dispositivoQuery}
      maxWidth="md"
      loading={<Skeleton variant="rounded" height={320} aria-busy="true" />}
      missing={
        <EstadoVacio
          texto="No hay ningún dispositivo con esa MAC"
          ayuda="Puede que se haya eliminado, o que sea de otra empresa."
        />
      }
      actions={(d) => (
        <Button
          variant="contained"
          disabled={!d}
          onClick={() => d && void navigate({ to: '/NewData', search: { search: d.Apodo ?? d.Dispositivo } })}
        >
          Ver eventos
        </Button>
      )}
    >
      {(d) => (
        <Box sx={{ display: 'grid', gap: 4 }}>
          <Lugar d={d} />
          <DatosDispositivo d={d} />
        </Box>
      )}
    </PanelDispositivo>
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
