import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { isDeTercero, soloPanel } from '../../app-shell/guardia'
import { useSesion } from '../../lib/session/sesion'
import { Fallo } from '../../ui/feedback/fallo'
import { Correo } from './correo'
import { FormularioDatos } from './datos'
import { Dispositivos } from './dispositivos'
import { InicioElegido } from './inicio'
import { Preferencias } from './preferencias'
import { usuarioQuery } from './queries'
import { SegundoFactor } from './segundo-factor'
import { Sesiones } from './sesiones'
import { Tarjeta } from './tarjeta'

export function PerfilPage() {
  const sesion = useSesion()
  const pendiente = sesion?.pendiente
  const conAvisos = sesion !== null && !pendiente && !soloPanel(sesion)
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
        titulo="Correo"
        ayuda={
          sesion?.sso
            ? 'Para recibir avisos. La dirección la pone quien administra.'
            : 'Para recibir avisos, y un enlace si olvida la contraseña.'
        }
      >
        <Correo fijo={sesion?.sso === true} />
      </Tarjeta>
      {conAvisos && (
        <>
          {!isDeTercero(sesion) && (
            <Tarjeta titulo="Al entrar" ayuda="Por dónde empieza Retorna cuando inicias sesión.">
              <InicioElegido />
            </Tarjeta>
          )}
          <Tarjeta titulo="Avisos" ayuda="De qué quieres enterarte, y por dónde." ancla="avisos">
            <Preferencias />
          </Tarjeta>
          <Tarjeta
            titulo="Avisos en sus dispositivos"
            ayuda="Llegan aunque Retorna esté cerrada, a cada teléfono u ordenador donde lo actives."
          >
            <Dispositivos />
          </Tarjeta>
        </>
      )}
      {!sesion?.sso && (
        <Tarjeta
          titulo="Segundo factor"
          ayuda="Además de la contraseña, un código de una aplicación de tu teléfono."
        >
          <SegundoFactor />
        </Tarjeta>
      )}
      <Tarjeta titulo="Sesiones abiertas" ayuda="Cierra las que no reconozcas y cambia la contraseña.">
        <Sesiones />
      </Tarjeta>
    </Box>
  )
}
