import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const clavesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'claves-api', empresa],
    queryFn: async ({ signal }) => (await call(api.listClavesApi, { query: { empresa }, signal })).data,
  })
