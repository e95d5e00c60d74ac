import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { endSesion } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'

/** End the session and go to login. If the server cannot be reached, the session stays and the user sees why. */
export function useLeave(): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const aviso = useAviso()
  return async () => {
    let salida: string | undefined
    try {
      salida = await endSesion(queryClient)
    } catch {
      aviso.error('No se pudo cerrar la sesión. Comprueba la conexión.')
      return
    }
    if (salida) location.assign(salida)
    else await navigate({ to: '/login' })
  }
}
