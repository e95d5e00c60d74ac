import LinearProgress from '@mui/material/LinearProgress'

/** The code of a screen is on its way. */
export function Progreso() {
  return <LinearProgress aria-label="Cargando pantalla" sx={{ height: 2 }} />
}
