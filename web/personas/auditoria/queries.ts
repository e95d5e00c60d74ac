import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export type FiltrosAuditoria = {
  search?: string
  entidad?: string
  accion?: 'crear' | 'cambiar' | 'eliminar'
  desde?: string
  hasta?: string
  empresa?: number
}

export const auditoriaQuery = (filtros: FiltrosAuditoria, page: number, per_page: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'auditoria', filtros, page, per_page],
    queryFn: ({ signal }) => call(api.listAuditoria, { query: { ...filtros, page, per_page }, signal }),
    placeholderData: keepPreviousData,
  })
