import ArrowForwardIcon from '@mui/icons-material/ArrowForward'
import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useLeave } from '../../app-shell/leave'
import { Plano } from '../../dominio/escena/plano'
import { Rack } from '../../dominio/escena/rack'
import { useCambia, useSesion } from '../../lib/session/sesion'
import { Marca } from '../../ui/marca'
import { tinte, tono } from '../../ui/theme/tono'

export function ControlPage() {
  const sesion = useSesion()
  const conAlta = useCambia()
  const navigate = useNavigate()
  const leave = useLeave()
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          height: 52,
          px: { xs: 4, md: 6 },
          color: tono('brand'),
        }}
      >
        <Marca tam={22} />
        <Box
          component="span"
          sx={{ fontSize: 16, fontWeight: 650, letterSpacing: '-0.015em', color: tono('ink') }}
        >
          Retorna
        </Box>
        <Button
          color="inherit"
          startIcon={<LogoutIcon />}
          onClick={leave}
          sx={{ ml: 'auto', color: tono('muted') }}
        >
          Logout
        </Button>
      </Box>
      <Box
        sx={{
          flex: 1,
          display: 'grid',
          alignContent: { xs: 'start', md: 'center' },
          justifyContent: 'center',
          gridTemplateColumns: 'minmax(0, 880px)',
          p: { xs: 4, md: 6 },
          pb: { md: 24 },
        }}
      >
        <Typography color="textSecondary">Hola, {sesion?.nombre}</Typography>
        <Typography variant="h1" sx={{ mt: 1 }}>
          ¿Qué vas a hacer?
        </Typography>
        <Box sx={{ mt: { xs: 5, md: 8 }, display: 'grid', gap: 4, gridTemplateColumns: { md: '1fr 1fr' } }}>
          {conAlta && (
            <Opcion
              titulo="Dar de alta contenedor"
              texto="Escanea su código y une la etiqueta al apodo."
              dibujo={<Rack ancho={180} lleno />}
              onClick={() => void navigate({ to: '/PanelDisp' })}
            />
          )}
          <Opcion
            titulo="Control de activo"
            texto="Mira en el mapa dónde está cada uno y cómo va."
            dibujo={<Plano ancho={310} />}
            onClick={() => void navigate({ to: '/' })}
          />
        </Box>
      </Box>
    </>
  )
}

type PropsOpcion = { titulo: string; texto: string; dibujo: ReactNode; onClick: () => void }

function Opcion({ titulo, texto, dibujo, onClick }: PropsOpcion) {
  const id = useId()
  return (
    <ButtonBase
      onClick={onClick}
      aria-labelledby={`${id}-titulo`}
      aria-describedby={`${id}-texto`}
      sx={{
        display: 'grid',
        // A button centres its content by default; the drawing must fill it.
        justifyContent: 'stretch',
        alignItems: 'stretch',
        gridTemplateRows: { xs: '168px auto', md: '232px auto' },
        textAlign: 'left',
        border: `1px solid ${tono('line')}`,
        borderRadius: '12px',
        overflow: 'hidden',
        bgcolor: tono('paper'),
        transition: 'border-color 150ms',
        '&:hover': { borderColor: tono('brand') },
        '&:hover .flecha': { transform: 'translateX(4px)' },
      }}
    >
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          height: '100%',
          bgcolor: tinte('brand', 4),
          borderBottom: `1px solid ${tono('line')}`,
          '& svg': { maxHeight: { xs: 144, md: 'none' } },
        }}
      >
        {dibujo}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, p: { xs: 4, md: 5 } }}>
        <div>
          <Typography id={`${id}-titulo`} variant="h3" component="span" sx={{ display: 'block' }}>
            {titulo}
          </Typography>
          <Typography
            id={`${id}-texto`}
            component="span"
            color="textSecondary"
            sx={{ display: 'block', mt: 0.5 }}
          >
            {texto}
          </Typography>
        </div>
        <ArrowForwardIcon
          className="flecha"
          sx={{ ml: 'auto', fontSize: 20, color: tono('brand'), transition: 'transform 150ms' }}
        />
      </Box>
    </ButtonBase>
  )
}
