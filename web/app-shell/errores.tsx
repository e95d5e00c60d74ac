import Box from '@mui/material/Box'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ErrorLlamada } from '../lib/api/api'
import { Fallo } from '../ui/feedback/fallo'
import { FalloCarga } from './pantalla'

function explain(causa: unknown): { texto: string; detalle: string } {
  if (causa instanceof FalloCarga)
    return {
      texto: 'No se ha podido cargar esta pantalla',
      detalle:
        'La conexión es lenta o la aplicación se ha actualizado. Al reintentar se carga la última versión.',
    }
  if (causa instanceof ErrorLlamada)
    return {
      texto: causa.message,
      detalle: 'Comprueba la red de la planta; los datos guardados no se han perdido.',
    }
  return {
    texto: 'Algo ha fallado en esta pantalla',
    detalle: 'El resto de la aplicación sigue funcionando. Si vuelve a ocurrir, avisa a tu administrador.',
  }
}

/** Shown in place of a screen, so that the navigation stays. */
export function PaginaError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    // Some browsers cache the failure of a module import until the page is reloaded.
    if (error instanceof FalloCarga) return location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <Box sx={{ flex: 1, minHeight: 240, display: 'grid', placeContent: 'center' }}>
      <Fallo {...explain(error)} onRetry={retry} />
    </Box>
  )
}
