import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../../dominio/administracion/queries'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

/** Locations of a company. */
export const lugaresQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lugares', empresa],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.listUbicaciones, { query: { empresa }, signal })
      return data.map(({ id, nombre }) => ({ id, nombre }))
    },
  })
