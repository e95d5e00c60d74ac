import LogoutIcon from '@mui/icons-material/LogoutOutlined'
import { useColorScheme } from '@mui/material/styles'
import { TEMAS } from '../barra/selector-tema'
import { useLeave } from '../marco/leave'
import type { Accion } from './opciones'

/** What can be done from anywhere. */
export function useAcciones(): Accion[] {
  const { mode, setMode } = useColorScheme()
  const leave = useLeave()
  return [
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
