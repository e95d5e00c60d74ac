import BottomNavigationAction from '@mui/material/BottomNavigationAction'
import Button from '@mui/material/Button'
import ListItemButton from '@mui/material/ListItemButton'
import MenuItem from '@mui/material/MenuItem'
import { createLink } from '@tanstack/react-router'

export const EnlaceMenu = createLink(MenuItem)
export const EnlaceLista = createLink(ListItemButton)
export const EnlaceInferior = createLink(BottomNavigationAction)
export const EnlaceBoton = createLink(Button)

/** The way on from a screen where nothing shows while nobody has registered anything. */
export const EnlaceAlta = () => (
  <EnlaceBoton to="/PanelDisp" variant="outlined">
    Dar de alta un dispositivo
  </EnlaceBoton>
)
