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

/** The way on for who administers, where nothing shows while no reader hears anything. */
export const EnlaceLector = () => (
  <EnlaceBoton to="/admin/usuarios" search={{ pestana: 'lectores', lector: 'nuevo' }} variant="contained">
    Añadir un lector
  </EnlaceBoton>
)

/** The way on from a screen where nothing shows while nobody has registered anything. */
export const EnlaceAlta = () =>
  useCambia() && (
    <EnlaceBoton to="/PanelDisp" variant="outlined">
      Dar de alta un dispositivo
    </EnlaceBoton>
  )
