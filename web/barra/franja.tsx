import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { fechaHora, hora } from '../lib/formato'
import { useLive } from '../lib/live'
import { useZona } from '../lib/zona'
import { update, useVersionNueva } from '../marco/version'
import { tinte, tono } from '../ui/tono'

const DIA_MS = 86_400_000

function subscribeRed(fn: () => void): () => void {
  addEventListener('online', fn)
  addEventListener('offline', fn)
  return () => {
    removeEventListener('online', fn)
    removeEventListener('offline', fn)
  }
}

/**
 * Says that nobody answers, and how old what is on screen may be.
 * @param conLive whether a live connection tells; else only the device's own network does
 */
export function FranjaConexion({ conLive }: { conLive: boolean }) {
  const { status, ultima } = useLive()
  const enRed = useSyncExternalStore(subscribeRed, () => navigator.onLine)
  const zona = useZona()
  if (conLive ? status !== 'sin_conexion' : enRed) return null
  const deHoy = ultima && Date.now() - ultima < DIA_MS
  const cuando = ultima && (deHoy ? hora(ultima, zona) : fechaHora(new Date(ultima).toISOString(), zona))
  return (
    <Franja token="amber" icono={<CloudOffIcon />}>
      <strong>Sin conexión</strong>
      <span>{cuando ? `Última actualización: ${cuando}` : 'Lo que guardes se enviará cuando vuelva.'}</span>
    </Franja>
  )
}

/** Offers the build that is ready; until somebody takes it, nothing changes under their hands. */
export function FranjaVersion() {
  if (!useVersionNueva()) return null
  return (
    <Franja token="brand" icono={<NewReleasesIcon />}>
      <span>Hay una versión nueva</span>
      <Button size="small" onClick={() => void update()}>
        Actualizar
      </Button>
    </Franja>
  )
}

/** Says that registrations wait on this device; their own screen shows which. */
export function FranjaRegistros({ cuantos }: { cuantos: number }) {
  const enSuPantalla = useLocation({ select: ({ pathname }) => pathname === '/PanelDisp' })
  if (cuantos === 0 || enSuPantalla) return null
  return (
    <Franja token="amber" icono={<CloudUploadIcon />}>
      <Box component={Link} to="/PanelDisp" sx={{ color: 'inherit' }}>
        {cuantos === 1 ? '1 registro pendiente' : `${cuantos} registros pendientes`}
      </Box>
    </Franja>
  )
}

type Props = { token: 'amber' | 'brand'; icono: ReactNode; children: ReactNode }

function Franja({ token, icono, children }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        minHeight: 32,
        px: 3,
        fontSize: 13,
        color: tono(token),
        bgcolor: tinte(token, 8),
        borderBottom: `1px solid ${tono('line')}`,
        '& svg': { fontSize: 18 },
      }}
    >
      {icono}
      {children}
    </Box>
  )
}
