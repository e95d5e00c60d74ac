import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { destinoSeguro } from '../../app-shell/guardia'
import { Circuito } from '../../dominio/escena/circuito'
import { useInstalacion } from '../../lib/instalacion'
import { sesionQuery } from '../../lib/session/sesion'
import { Marca } from '../../ui/marca'
import { tinte, tono } from '../../ui/theme/tono'
import { FormularioSesion } from '../sesion/formulario'
import { FalloSso } from '../sesion/sso'

const Olvido = lazy(() => import('./olvido').then((m) => ({ default: m.Olvido })))
const Reset = lazy(() => import('./reset').then((m) => ({ default: m.Reset })))

export function LoginPage() {
  const hayCorreo = useInstalacion()?.correo
  const { mac, volver, motivo, sso, restablecer, olvido } = useSearch({ from: '/sinBarra/login' })
  const navigate = useNavigate()
  const router = useRouter()
  const cliente = useQueryClient()
  const onEnter = () => {
    // A user who followed a link returns to it; otherwise the start is Control, or the screen of the user's choice.
    const destino = destinoSeguro(volver)
    if (mac) void navigate({ to: '/PanelDisp', search: { mac } })
    else if (destino) router.history.push(destino)
    else if (cliente.getQueryData(sesionQuery.queryKey)?.inicio === 'hoy') void navigate({ to: '/hoy' })
    else void navigate({ to: '/Control' })
  }
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(0, 1.35fr) minmax(420px, 1fr)' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
      }}
    >
      <Presentacion />
      <Box
        sx={{
          display: 'grid',
          alignItems: { xs: 'start', md: 'center' },
          bgcolor: tono('paper'),
          p: { xs: 6, md: 12 },
        }}
      >
        <Box sx={{ width: '100%', maxWidth: 360, mx: 'auto' }}>
          {restablecer || olvido ? (
            <Suspense>{restablecer ? <Reset /> : <Olvido />}</Suspense>
          ) : (
            <>
              <Typography variant="h2" component="h1">
                Iniciar sesión
              </Typography>
              <Typography color="textSecondary" sx={{ mt: 1, mb: 6 }}>
                Con la cuenta de tu empresa.
              </Typography>
              {motivo === 'caducada' && (
                <Alert severity="info" variant="outlined" sx={{ mb: 4 }}>
                  Tu sesión ha terminado. Entra de nuevo para seguir donde estabas.
                </Alert>
              )}
              {sso && <FalloSso motivo={sso} />}
              <FormularioSesion
                onEnter={onEnter}
                volver={mac ? `/PanelDisp?${new URLSearchParams({ mac })}` : destinoSeguro(volver)}
              />
              {hayCorreo && (
                <Typography variant="body2" sx={{ mt: 4 }}>
                  <Link to="/login" search={{ olvido: '1' }} style={{ color: tono('brand') }}>
                    ¿Ha olvidado la contraseña?
                  </Link>
                </Typography>
              )}
              <Typography variant="body2" sx={{ mt: hayCorreo ? 2 : 4 }}>
                <Link to="/login" search={{ restablecer: '1' }} style={{ color: tono('brand') }}>
                  Tengo un código para restablecer la contraseña
                </Link>
              </Typography>
            </>
          )}
        </Box>
      </Box>
    </Box>
  )
}

function Presentacion() {
  return (
    <Box
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: 'grid',
        gridTemplateRows: { xs: 'auto auto', md: 'auto minmax(0, 1fr) auto' },
        p: { xs: 5, md: 10 },
        pb: { xs: 0, md: 10 },
        bgcolor: tinte('brand', 4),
        borderRight: { md: `1px solid ${tono('line')}` },
        borderBottom: { xs: `1px solid ${tono('line')}`, md: 0 },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, color: tono('brand') }}>
        <Marca tam={28} />
        <Box
          component="span"
          sx={{ fontSize: 20, fontWeight: 650, letterSpacing: '-0.02em', color: tono('ink') }}
        >
          Retorna
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          placeItems: 'center',
          mx: { xs: -2, md: 0 },
          my: { xs: -2, md: 4 },
          '& svg': { maxWidth: 900, maxHeight: { xs: 210, md: '100%' } },
          // Lettering this small is not readable.
          '& .rotulo': { display: { xs: 'none', md: 'inline' } },
        }}
      >
        <Circuito />
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <Typography variant="h1" component="p" sx={{ textWrap: 'balance' }}>
          Todo lo que sale, vuelve.
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 2, maxWidth: 460, fontSize: 16, lineHeight: '24px' }}>
          Dónde está cada contenedor, si se mueve, si ha recibido un golpe y cuál necesita que alguien lo
          mire.
        </Typography>
      </Box>
    </Box>
  )
}
