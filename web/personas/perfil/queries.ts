import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

export const usuarioQuery = queryOptions({
  queryKey: ['perfil', 'usuario'],
  queryFn: async ({ signal }) => (await call(api.getUser, { signal })).user,
  // A refetch would overwrite what the user is typing.
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

export const correoQuery = queryOptions({
  queryKey: ['perfil', 'correo'],
  queryFn: ({ signal }) => call(api.getCorreo, { signal }),
})

export const preferenciasQuery = queryOptions({
  queryKey: ['perfil', 'preferencias'],
  queryFn: ({ signal }) => call(api.getPreferencias, { signal }),
  // A refetch would overwrite what the user is choosing.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const dispositivosQuery = queryOptions({
  queryKey: ['perfil', 'push', 'todos'],
  queryFn: ({ signal }) => call(api.listSuscripciones, { signal }),
})

/** Locations of the company, for users who limit their notices to some of them. */
export const lugaresQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['perfil', 'lugares', empresa],
    queryFn: async ({ signal }) => {
      const { data } = await call(api.listUbicaciones, { query: { empresa }, signal })
      return data.map(({ id, nombre }) => ({ id, nombre }))
    },
  })
