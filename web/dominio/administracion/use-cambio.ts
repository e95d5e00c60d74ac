import { useMutation, useQueryClient } from '@tanstack/react-query'
import { empresasQuery } from '../../lib/opciones'
import { useAviso } from '../../ui/feedback/aviso'
import { CLAVE } from './queries'

/** A mutation of the administration: afterwards all queries of the screen are refetched. */
export function useCambio<E, R>(
  work: (entrada: E) => Promise<R>,
  exito: (entrada: E) => string,
  callada = false,
) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return useMutation({
    mutationFn: work,
    onSuccess: (_r, entrada) => aviso.exito(exito(entrada)),
    // If a form shows the error itself, no toast is shown.
    onError: (e) => callada || aviso.error(e.message),
    onSettled: () => {
      void cliente.invalidateQueries({ queryKey: CLAVE })
      void cliente.invalidateQueries({ queryKey: empresasQuery.queryKey })
    },
  })
}
