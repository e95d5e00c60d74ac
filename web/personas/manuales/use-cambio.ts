import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAviso } from '../../ui/feedback/aviso'
import { CLAVE } from './queries'

/** A mutation of the manuals: the screen is refetched, and `exito` is shown. The form shows errors. */
export function useCambio<E, R>(work: (entrada: E) => Promise<R>, exito: string, onEnd: (r: R) => void) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return useMutation({
    mutationFn: work,
    onSuccess: async (r) => {
      aviso.exito(exito)
      // Wait for the new tree before an entry of it is selected.
      await cliente.invalidateQueries({ queryKey: CLAVE })
      onEnd(r)
    },
  })
}
