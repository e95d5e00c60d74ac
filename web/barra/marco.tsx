import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isDeTercero, soloPanel } from '../app-shell/guardia'
import { loseSesion } from '../app-shell/lose-sesion'
import { watchVersion } from '../app-shell/version'
import { closeLive, openLive } from '../lib/api/live'
import { onSesionForgotten, useSesion } from '../lib/session/sesion'
import { ProveedorExportaciones } from '../ui/exportar/exportaciones'
import { SIN_PAPEL } from '../ui/theme/papel'
import { Barra } from './barra'
import { BarraInferior } from './barra-inferior'
import { CabeceraPapel } from './cabecera-papel'
import { useEscaneosPendientes } from './escaneos-pendientes'
import { FranjaConexion, FranjaPendientes, FranjaVersion } from './franja'
import { useCambiosPendientes, useRegistrosPendientes } from './pendientes'
import { SkipToContenido } from './skip'
import { visibilidad } from './visibilidad'

/** Layout of every screen with a bar: as tall as the window; the screen scrolls inside and may fill it (100 %). */
export function MarcoConBarra() {
  const sesion = useSesion()
  const ajeno = sesion !== null && isDeTercero(sesion)
  const ve = visibilidad(ajeno ? undefined : sesion?.modo)
  const conLive = sesion !== null && !sesion.pendiente && !soloPanel(sesion) && !ajeno
  useConexionLive(conLive)
  const suya = sesion?.pendiente || ajeno ? null : sesion
  const registros = useRegistrosPendientes(suya)
  const pilas = useCambiosPendientes(suya)
  useEscaneosPendientes(conLive)
  useEffect(watchVersion, [])
  return (
    <Box
      id="marco"
      sx={{ display: 'grid', gridTemplateRows: '52px auto minmax(0, 1fr) auto', height: '100dvh' }}
    >
      <SkipToContenido />
      <Barra sesion={sesion} ve={ve} />
      <div role="status" className={SIN_PAPEL}>
        <FranjaConexion conLive={conLive} />
        <FranjaPendientes to="/PanelDisp" cuantos={registros} uno="registro" varios="registros" />
        <FranjaPendientes to="/pilas/ronda" cuantos={pilas} uno="cambio de pila" varios="cambios de pila" />
        <FranjaVersion />
      </div>
      <Box
        component="main"
        id="contenido"
        tabIndex={-1}
        data-scroll-restoration-id="contenido"
        sx={{ overflow: 'auto', minWidth: 0, display: 'flex', flexDirection: 'column', outline: 0 }}
      >
        <CabeceraPapel />
        <ProveedorExportaciones>
          <Outlet />
        </ProveedorExportaciones>
      </Box>
      {ve.compacto && <BarraInferior />}
    </Box>
  )
}

/** Opened once and kept for the whole session, also on screens without a bar. */
function useConexionLive(permitida: boolean): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (!permitida) return
    onSesionForgotten(closeLive)
    openLive(() => loseSesion(queryClient, router))
  }, [permitida, queryClient, router])
}
