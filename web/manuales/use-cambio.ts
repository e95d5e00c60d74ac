import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAviso } from '../ui/feedback/aviso'
import { CLAVE } from './queries'

/** A change of the manuals: what is on screen is asked for again, and `exito` said. Failures are the form's to say. */
export function useCambio<E, R>(work: (entrada: E) => Promise<R>, exito: string, onEnd: (r: R) => void) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return useMutation({
    mutationFn: work,
    onSuccess: async (r) => {
      aviso.exito(exito)
      // The new tree is there before anything of it is chosen.
      await cliente.invalidateQueries({ queryKey: CLAVE })
      onEnd(r)
    },
  })
}
