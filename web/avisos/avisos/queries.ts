import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CLAVE_AVISOS } from '../../lib/avisos'
import { useAviso } from '../../ui/feedback/aviso'
import { type BusquedaAvisos, FILAS_INICIALES } from './busqueda'

export const avisosQuery = ({ pagina = 1, filas = FILAS_INICIALES, ...filtros }: BusquedaAvisos) =>
  queryOptions({
    queryKey: [...CLAVE_AVISOS, 'lista', filtros, pagina, filas],
    queryFn: ({ signal }) =>
      call(api.listAvisos, { query: { ...filtros, page: pagina, per_page: filas }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** Mark notices as read or unread; all of them if no id is given. */
export function useMark() {
  const cliente = useQueryClient()
  const aviso = useAviso()
  return useMutation({
    mutationFn: (body: { ids?: number[]; leido: boolean }) => call(api.readAvisos, { body }),
    onError: (e) => aviso.error(`No se han podido marcar: ${e.message}`),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE_AVISOS }),
  })
}
