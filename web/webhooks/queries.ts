import { queryOptions } from '@tanstack/react-query'
import { CLAVE } from '../administracion/queries'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

export const webhooksQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE, 'webhooks', empresa],
    queryFn: async ({ signal }) => (await call(api.listWebhooks, { query: { empresa }, signal })).data,
  })

/** Locations of a company. */
export const lugaresQuery = (empresa: number) =>
  queryOptions({
    queryKey: [...CLAVE, 'lugares', empresa],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.listUbicaciones, { query: { empresa }, signal })
      return data.map(({ id, nombre }) => ({ id, nombre }))
    },
  })
