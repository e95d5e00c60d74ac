import BottomNavigationAction from '@mui/material/BottomNavigationAction'
import Button from '@mui/material/Button'
import ListItemButton from '@mui/material/ListItemButton'
import MenuItem from '@mui/material/MenuItem'
import { createLink } from '@tanstack/react-router'
import { useCambia } from '../lib/session/sesion'

export const EnlaceMenu = createLink(MenuItem)
export const EnlaceLista = createLink(ListItemButton)
export const EnlaceInferior = createLink(BottomNavigationAction)
export const EnlaceBoton = createLink(Button)

/** Next step for an administrator on an empty screen while no reader hears anything. */
export const EnlaceLector = () => (
  <EnlaceBoton to="/admin/usuarios" search={{ pestana: 'lectores', lector: 'nuevo' }} variant="contained">
    Añadir un lector
  </EnlaceBoton>
)

/** Next step on an empty screen while no device is registered. */
export const EnlaceAlta = () =>
  useCambia() && (
    <EnlaceBoton to="/PanelDisp" variant="outlined">
      Dar de alta un dispositivo
    </EnlaceBoton>
  )
