import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { useAviso } from '../../ui/feedback/aviso'
import { CLAVE } from './queries'

/** Takes back what the user has just entered. Gets the id of any of its entries. */
export function useUndoMovimiento(onUndone?: () => void) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return useMutation({
    mutationFn: (id: number) => call(api.undoMovimiento, { params: { id } }),
    onSuccess: ({ movimientos }) => {
      aviso.info(movimientos === 1 ? 'Deshecho' : `Deshecho: ${entero(movimientos)} movimientos corregidos`)
      onUndone?.()
    },
    onError: (e) => aviso.error(e.message),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
}
