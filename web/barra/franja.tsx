import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined'
import NewReleasesIcon from '@mui/icons-material/NewReleasesOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { update, useVersionNueva } from '../app-shell/version'
import { useAntiguo } from '../lib/api/antiguo'
import { useLive } from '../lib/api/live'
import { fechaHora, hora } from '../lib/formato'
import { useZona } from '../lib/time/zona'
import { tinte, tono } from '../ui/theme/tono'

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
 * Warns that the server does not answer, and how old the data on screen may be.
 * @param conLive whether a live connection reports the state; otherwise only the network state of the device does
 */
export function FranjaConexion({ conLive }: { conLive: boolean }) {
  const { status, ultima } = useLive()
  const enRed = useSyncExternalStore(subscribeRed, () => navigator.onLine)
  const antiguo = useAntiguo()
  const zona = useZona()
  if (antiguo === null && (conLive ? status !== 'sin_conexion' : enRed)) return null
  const deHoy = (ms: number) => Date.now() - ms < DIA_MS
  const escrito = (ms: number) => (deHoy(ms) ? hora(ms, zona) : fechaHora(new Date(ms).toISOString(), zona))
  const cuando = ultima && escrito(ultima)
  if (antiguo !== null)
    return (
      <Franja token="amber" icono={<CloudOffIcon />} fuerte>
        <strong>Sin conexión</strong>
        <span>
          Lo que ves es {deHoy(antiguo) ? 'de las' : 'del'} {escrito(antiguo)}: puede haber cambiado, y desde
          aquí no se puede cambiar.
        </span>
      </Franja>
    )
  return (
    <Franja token="amber" icono={<CloudOffIcon />}>
      <strong>Sin conexión</strong>
      <span>{cuando ? `Última actualización: ${cuando}` : 'Lo que guardes se enviará cuando vuelva.'}</span>
    </Franja>
  )
}

/** Offers the new build that is ready; nothing changes until the user accepts it. */
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

type PropsPendientes = { to: '/PanelDisp' | '/pilas/ronda'; cuantos: number; uno: string; varios: string }

/** Shows that unsent items wait on this device; their own screen lists them. */
export function FranjaPendientes({ to, cuantos, uno, varios }: PropsPendientes) {
  const enSuPantalla = useLocation({ select: ({ pathname }) => pathname === to })
  if (cuantos === 0 || enSuPantalla) return null
  return (
    <Franja token="amber" icono={<CloudUploadIcon />}>
      <Box component={Link} to={to} sx={{ color: 'inherit' }}>
        {cuantos === 1 ? `1 ${uno} pendiente` : `${cuantos} ${varios} pendientes`}
      </Box>
    </Franja>
  )
}

type Props = {
  token: 'amber' | 'brand'
  icono: ReactNode
  /** The content below the banner is not current. */
  fuerte?: boolean
  children: ReactNode
}

function Franja({ token, icono, fuerte = false, children }: Props) {
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
        color: tono(fuerte ? 'ink' : token),
        bgcolor: tinte(token, fuerte ? 20 : 8),
        borderBottom: fuerte ? `2px solid ${tono(token)}` : `1px solid ${tono('line')}`,
        py: fuerte ? 1 : 0,
        '& svg': { fontSize: 18 },
      }}
    >
      {icono}
      {children}
    </Box>
  )
}
