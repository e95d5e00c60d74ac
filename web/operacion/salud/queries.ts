import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const saludQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'salud', empresa],
    queryFn: ({ signal }) => call(api.getSalud, { query: { empresa }, signal }),
    refetchInterval: 15_000,
  })
