import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useSesion } from '../lib/sesion'
import { Fallo } from '../ui/fallo'
import { tono } from '../ui/tono'
import { FormularioDatos } from './datos'
import { usuarioQuery } from './queries'
import { SegundoFactor } from './segundo-factor'
import { Sesiones } from './sesiones'

export function PerfilPage() {
  const pendiente = useSesion()?.pendiente
  const { data, error, isFetching, refetch } = useQuery(usuarioQuery)
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', p: { xs: 4, md: 8 } }}>
      <Typography variant="h2" component="h1" sx={{ mb: 5 }}>
        Perfil
      </Typography>
      {pendiente && (
        <Alert severity="warning" variant="outlined" sx={{ mb: 4 }}>
          Las cuentas de administrador necesitan un segundo factor en esta instalación. Actívalo para entrar
          en el resto de la aplicación.
        </Alert>
      )}
      <Tarjeta titulo="Tu cuenta">
        {data ? (
          <FormularioDatos usuario={data} />
        ) : error ? (
          <Fallo
            texto="Error al obtener datos del usuario"
            detalle={error.message}
            ocupado={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton variant="rounded" height={420} />
        )}
      </Tarjeta>
      <Tarjeta
        titulo="Segundo factor"
        ayuda="Además de la contraseña, un código de una aplicación de tu teléfono."
      >
        <SegundoFactor />
      </Tarjeta>
      <Tarjeta titulo="Sesiones abiertas" ayuda="Cierra las que no reconozcas y cambia la contraseña.">
        <Sesiones />
      </Tarjeta>
    </Box>
  )
}

function Tarjeta({ titulo, ayuda, children }: { titulo: string; ayuda?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        p: { xs: 4, md: 6 },
        mb: 4,
        borderRadius: '8px',
        border: `1px solid ${tono('line')}`,
        bgcolor: tono('paper'),
      }}
    >
      <Typography id={id} variant="h3" component="h2">
        {titulo}
      </Typography>
      {ayuda && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {ayuda}
        </Typography>
      )}
      <Box sx={{ mt: 4 }}>{children}</Box>
    </Box>
  )
}
