import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import QrCodeScannerIcon from '@mui/icons-material/QrCodeScannerOutlined'
import { useColorScheme } from '@mui/material/styles'
import { useLeave } from '../app-shell/leave'
import { buscador } from '../barra/buscador'
import { TEMAS } from '../barra/selector-tema'
import type { Accion } from './opciones'

/**
 * Actions that are available on every screen.
 * @param conFichas the user may open the files that a code leads to
 */
export function useAcciones(conFichas: boolean): Accion[] {
  const { mode, setMode } = useColorScheme()
  const leave = useLeave()
  const scan: Accion = {
    tipo: 'accion',
    texto: 'Escanear para buscar',
    claves: 'cámara código qr barras buscar encontrar',
    Icono: QrCodeScannerIcon,
    work: () => buscador.set('escaner'),
  }
  return [
    ...(conFichas ? [scan] : []),
    ...TEMAS.filter(({ modo }) => modo !== mode).map(
      ({ modo, texto, Icono }): Accion => ({
        tipo: 'accion',
        texto: `Tema: ${texto.toLowerCase()}`,
        claves: 'color modo aspecto',
        Icono,
        work: () => setMode(modo),
      }),
    ),
    {
      tipo: 'accion',
      texto: 'Logout',
      claves: 'salir cerrar sesión',
      Icono: LogoutIcon,
      work: () => void leave(),
    },
  ]
}
