import { queryOptions } from '@tanstack/react-query'
import { llamar } from '../lib/api'
import { api } from '../lib/llamadas'

export const usuarioQuery = queryOptions({
  queryKey: ['perfil', 'usuario'],
  queryFn: async ({ signal }) => (await llamar(api.getUser, { signal })).user,
  // What somebody is typing is not overwritten by an answer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const sesionesQuery = queryOptions({
  queryKey: ['perfil', 'sesiones'],
  queryFn: ({ signal }) => llamar(api.listSesiones, { signal }),
})

export const factorQuery = queryOptions({
  queryKey: ['perfil', 'segundo_factor'],
  queryFn: ({ signal }) => llamar(api.getSegundoFactor, { signal }),
})
