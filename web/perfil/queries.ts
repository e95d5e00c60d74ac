import { queryOptions } from '@tanstack/react-query'
import { getSegundoFactor, listSesiones } from '#contract/perfil'
import { getUser } from '#contract/sesion'
import { llamar } from '../lib/api'

export const usuarioQuery = queryOptions({
  queryKey: ['perfil', 'usuario'],
  queryFn: async ({ signal }) => (await llamar(getUser, { signal })).user,
  // What somebody is typing is not overwritten by an answer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const sesionesQuery = queryOptions({
  queryKey: ['perfil', 'sesiones'],
  queryFn: ({ signal }) => llamar(listSesiones, { signal }),
})

export const factorQuery = queryOptions({
  queryKey: ['perfil', 'segundo_factor'],
  queryFn: ({ signal }) => llamar(getSegundoFactor, { signal }),
})
