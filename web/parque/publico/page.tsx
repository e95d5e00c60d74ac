import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createLink, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { BackToInicio } from '../../app-shell/back-to-inicio'
import { soloPanel } from '../../app-shell/guardia'
import { Progreso } from '../../app-shell/progreso'
import { Rack } from '../../dominio/escena/rack'
import { useSesion } from '../../lib/session/sesion'
import { FormularioSesion } from '../../personas/sesion/formulario'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { Marca } from '../../ui/marca'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tinte, tono } from '../../ui/theme/tono'
import { dispositivoPublicoQuery, halladoQuery } from './queries'

const EnlaceBoton = createLink(Button)

/** Public page behind the code on a container. */
export function PublicoPage() {
  const { mac } = useSearch({ from: '/sinBarra/Public' })
  const navigate = useNavigate()
  const sesion = useSesion()
  // While a user logs in here, the form stays until its welcome message is over.
  const [dentro] = useState(sesion !== null)
  const conFicha = dentro && sesion !== null && !sesion.pendiente && !soloPanel(sesion) && mac !== undefined
  const { data: hallado, isLoading } = useQuery({ ...halladoQuery(mac ?? ''), enabled: conFicha })
  // A logged-in user is redirected to the container; if it is deleted or unknown, the page stays.
  if (hallado)
    return hallado.TipoDispositivo === 'Reader' ? (
      <Navigate to="/poc-status" search={{ detalle: hallado.Dispositivo } as never} replace />
    ) : (
      <Navigate
        to="/contenedor/$apodo"
        // For an administrator, several companies may have a container with that nickname.
        params={{ apodo: (!sesion?.is_admin && hallado.Apodo) || hallado.Dispositivo }}
        replace
      />
    )
  if (conFicha && isLoading) return <Progreso />
  return (
    <Box
      sx={{ flex: 1, display: 'grid', placeContent: 'center', gridTemplateColumns: 'minmax(0, 420px)', p: 4 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 4, color: tono('brand') }}>
        <Marca tam={22} />
        <Box
          component="span"
          sx={{ fontSize: 16, fontWeight: 650, letterSpacing: '-0.015em', color: tono('ink') }}
        >
          Retorna
        </Box>
      </Box>
      <Box
        sx={{
          border: `1px solid ${tono('line')}`,
          borderRadius: '12px',
          overflow: 'hidden',
          bgcolor: tono('paper'),
        }}
      >
        {mac ? <Ficha mac={mac} /> : <SinMac />}
        <Box sx={{ p: 6, borderTop: `1px solid ${tono('line')}` }}>
          {dentro && sesion?.rol === 'lectura' ? (
            <BackToInicio />
          ) : dentro && sesion ? (
            <EnlaceBoton to="/PanelDisp" search={{ mac }} variant="contained" size="large" fullWidth>
              Abrir en el alta
            </EnlaceBoton>
          ) : (
            <>
              <Typography variant="h3" component="h2">
                Iniciar sesión
              </Typography>
              <Typography color="textSecondary" sx={{ mt: 0.5, mb: 4 }}>
                Para ver o cambiar los datos de este dispositivo.
              </Typography>
              <FormularioSesion
                onEnter={() => void navigate({ to: '/PanelDisp', search: { mac } })}
                volver={mac ? `/PanelDisp?${new URLSearchParams({ mac })}` : '/PanelDisp'}
              />
            </>
          )}
        </Box>
      </Box>
    </Box>
  )
}

function Ficha({ mac }: { mac: string }) {
  const { data, error, isFetching, refetch } = useQuery(dispositivoPublicoQuery(mac))
  if (error)
    return (
      <>
        <Typography
          variant="h2"
          component="h1"
          sx={{ pt: 6, px: 6, fontFamily: LETRA_MONO, letterSpacing: 0 }}
        >
          {mac}
        </Typography>
        <Fallo
          texto="No se ha podido leer el dispositivo"
          detalle={error.message}
          onRetry={refetch}
          ocupado={isFetching}
        />
      </>
    )
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 5, p: 6, bgcolor: tinte('brand', 4) }}>
      <Rack ancho={92} lleno />
      <div>
        <Typography variant="caption" component="p" color="textSecondary">
          Contenedor
        </Typography>
        <Typography
          variant="h2"
          component="h1"
          sx={{ fontFamily: LETRA_MONO, letterSpacing: 0, overflowWrap: 'anywhere' }}
        >
          {data ? (data.Apodo ?? 'Sin registrar') : <Skeleton width={140} />}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 2 }}>
          MAC
        </Typography>
        <Typography variant="body2" sx={{ fontFamily: LETRA_MONO }}>
          {data?.mac ?? mac}
        </Typography>
      </div>
    </Box>
  )
}

function SinMac() {
  return (
    <>
      <Typography variant="h2" component="h1" sx={{ pt: 6, px: 6 }}>
        Contenedor
      </Typography>
      <EstadoVacio
        texto="Falta la MAC del dispositivo"
        ayuda="Escanea el código QR de la etiqueta del contenedor para abrir su ficha."
        accion={
          <Button variant="outlined" href="/login">
            Ir a Retorna
          </Button>
        }
      />
    </>
  )
}
