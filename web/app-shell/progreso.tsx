import LinearProgress from '@mui/material/LinearProgress'

/** Progress bar while the code of a screen loads. */
export function Progreso() {
  return <LinearProgress aria-label="Cargando pantalla" sx={{ height: 2 }} />
}
