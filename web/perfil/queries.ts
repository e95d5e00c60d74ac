import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'

export const usuarioQuery = queryOptions({
  queryKey: ['perfil', 'usuario'],
  queryFn: async ({ signal }) => (await call(api.getUser, { signal })).user,
  // What somebody is typing is not overwritten by an answer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const sesionesQuery = queryOptions({
  queryKey: ['perfil', 'sesiones'],
  queryFn: ({ signal }) => call(api.listSesiones, { signal }),
})

export const factorQuery = queryOptions({
  queryKey: ['perfil', 'segundo_factor'],
  queryFn: ({ signal }) => call(api.getSegundoFactor, { signal }),
})
