import { queryOptions } from '@tanstack/react-query'
import { call } from './api/api'
import { api } from './api/llamadas'

const FRESCO_MS = 60_000

/** Options to filter lists of devices by: families and locations. */
export const CLAVE_OPCIONES = ['opciones'] as const

export const familiasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE_OPCIONES, 'familias', empresa],
    queryFn: async ({ signal }) => (await call(api.listFamilies, { query: { empresa }, signal })).data,
    staleTime: FRESCO_MS,
  })

/** Names of the locations. */
export const ubicacionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE_OPCIONES, 'ubicaciones', empresa],
    queryFn: async ({ signal }) =>
      (await call(api.inventarioUbicaciones, { query: { empresa }, signal })).data,
    staleTime: FRESCO_MS,
  })

/** The companies that the user may choose from. */
export const empresasQuery = queryOptions({
  queryKey: ['empresas'],
  queryFn: ({ signal }) => call(api.listEmpresas, { signal }),
  staleTime: 300_000,
})
