import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'
import { useSesion } from '../lib/session/sesion'
import { soloPanel } from './guardia'

const BotonEnlace = createLink(Button)

/** The link back to the first screen that this person may open: the map, the panel, or login. */
export function BackToInicio() {
  const sesion = useSesion()
  if (!sesion)
    return (
      <BotonEnlace to="/login" variant="contained">
        Iniciar sesión
      </BotonEnlace>
    )
  if (soloPanel(sesion))
    return (
      <BotonEnlace to="/PanelDisp" variant="contained">
        Ir al alta de dispositivos
      </BotonEnlace>
    )
  return (
    <BotonEnlace to="/" variant="contained">
      Volver al mapa
    </BotonEnlace>
  )
}
