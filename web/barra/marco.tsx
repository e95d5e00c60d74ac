import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { abrirLive } from '../lib/live'
import { useSesion } from '../lib/sesion'
import { esEmpresaDePanel } from '../marco/guardia'
import { perderSesion } from '../marco/perder-sesion'
import { Barra } from './barra'
import { BarraInferior } from './barra-inferior'
import { SaltarAlContenido } from './saltar'
import { visibilidad } from './visibilidad'

/** Frame of every screen with a bar: as tall as the window; the screen scrolls inside and may fill it (100 %). */
export function MarcoConBarra() {
  const sesion = useSesion()
  const ve = visibilidad(sesion?.empresa)
  useConexionLive(sesion !== null && !esEmpresaDePanel(sesion.empresa))
  return (
    <Box sx={{ display: 'grid', gridTemplateRows: '52px minmax(0, 1fr) auto', height: '100dvh' }}>
      <SaltarAlContenido />
      <Barra sesion={sesion} ve={ve} />
      <Box
        component="main"
        id="contenido"
        tabIndex={-1}
        data-scroll-restoration-id="contenido"
        sx={{ overflow: 'auto', minWidth: 0, display: 'flex', flexDirection: 'column', outline: 0 }}
      >
        <Outlet />
      </Box>
      {ve.compacto && <BarraInferior />}
    </Box>
  )
}

/** Opened once and kept while the session lasts, also on the screens without a bar. */
function useConexionLive(permitida: boolean): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (permitida) abrirLive(() => perderSesion(queryClient, router))
  }, [permitida, queryClient, router])
}
