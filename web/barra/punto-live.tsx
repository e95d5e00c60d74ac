import SensorsOffIcon from '@mui/icons-material/SensorsOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type EstadoLive, useLive } from '../lib/api/live'
import { fechaHora, haceCuanto, hora } from '../lib/formato'
import { useZona } from '../lib/time/zona'
import type { Token } from '../ui/theme/tokens'
import { tono } from '../ui/theme/tono'

const ESTADOS: Record<EstadoLive['status'], { texto: string; detalle: string; token: Token }> = {
  conectado: { texto: 'En directo', detalle: 'Los cambios llegan en cuanto ocurren.', token: 'verde' },
  sondeo: {
    texto: 'Cada 60 s',
    detalle: 'Sin conexión directa: los datos se piden cada 60 s.',
    token: 'amber',
  },
  sin_conexion: {
    texto: 'Sin conexión',
    detalle: 'El servidor no responde. Lo que ves puede estar anticuado.',
    token: 'rojo',
  },
}

/** Whether the data on screen are live, and since when. */
export function PuntoLive() {
  const { status, ultima, lectoresSinSenal } = useLive()
  const zona = useZona()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const id = useId()
  const { texto, detalle, token } = ESTADOS[status]
  const cuando = ultima ? hora(ultima, zona) : null
  return (
    <>
      <Button
        color="inherit"
        aria-label={`${texto}${cuando ? `, última actualización ${cuando}` : ''}`}
        aria-haspopup="dialog"
        aria-expanded={ancla !== null}
        aria-controls={ancla ? id : undefined}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{
          px: 2,
          minWidth: { xs: 44, md: 36 },
          gap: 2,
          fontSize: 13,
          fontWeight: 500,
          whiteSpace: 'nowrap',
          color: tono('muted'),
        }}
      >
        <Punto status={status} token={token} />
        <Box component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
          {texto}
        </Box>
        {cuando && (
          <Box
            component="span"
            sx={{ display: 'none', minWidth: 58, '@media (min-width: 1020px)': { display: 'inline' } }}
          >
            {cuando}
          </Box>
        )}
      </Button>
      <Popover
        id={id}
        open={ancla !== null}
        anchorEl={ancla}
        onClose={() => setAncla(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': 'Estado de los datos', sx: { p: 4, width: 300 } },
        }}
      >
        <Typography sx={{ display: 'flex', alignItems: 'center', gap: 2, fontWeight: 600 }}>
          <Punto status={status} token={token} />
          {texto}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {detalle}
        </Typography>
        {ultima && (
          <Typography variant="body2" sx={{ mt: 3 }}>
            Última actualización: {haceCuanto(new Date(ultima).toISOString())}
            <Box component="span" sx={{ display: 'block', color: tono('muted') }}>
              {fechaHora(new Date(ultima).toISOString(), zona)}
            </Box>
          </Typography>
        )}
        {lectoresSinSenal.length > 0 && (
          <LectoresSinSenal lectores={lectoresSinSenal} onLeave={() => setAncla(null)} />
        )}
      </Popover>
    </>
  )
}

/** Three shapes, so that colour is not the only signal: full, ring, crossed. */
function Punto({ status, token }: { status: EstadoLive['status']; token: Token }) {
  if (status === 'sin_conexion') return <SensorsOffIcon sx={{ fontSize: 16, color: tono(token) }} />
  return (
    <Box
      component="span"
      sx={{
        width: 9,
        height: 9,
        flex: 'none',
        borderRadius: '50%',
        border: `2px solid ${tono(token)}`,
        bgcolor: status === 'conectado' ? tono(token) : 'transparent',
      }}
    />
  )
}

type PropsLectores = { lectores: EstadoLive['lectoresSinSenal']; onLeave: () => void }

function LectoresSinSenal({ lectores, onLeave }: PropsLectores) {
  return (
    <Box sx={{ mt: 3, pt: 3, borderTop: `1px solid ${tono('line')}` }}>
      <Typography variant="body2" sx={{ fontWeight: 600, color: tono('amber') }}>
        {lectores.length === 1 ? '1 lector sin señal' : `${lectores.length} lectores sin señal`}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', maxHeight: 160, overflow: 'auto' }}>
        {lectores.map(({ mac, apodo, desde }) => (
          <Typography key={mac} component="li" variant="body2" sx={{ display: 'flex', gap: 2 }}>
            <span>{apodo ?? mac}</span>
            <Box component="span" sx={{ ml: 'auto', color: tono('muted') }}>
              {haceCuanto(desde) ?? 'nunca oído'}
            </Box>
          </Typography>
        ))}
      </Box>
      <Link
        to="/causas"
        search={{ estado: 'abiertas' } as never}
        onClick={onLeave}
        style={{ fontSize: 13, color: tono('brand') }}
      >
        Ver las averías
      </Link>
    </Box>
  )
}
