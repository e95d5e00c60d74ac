import { queryOptions } from '@tanstack/react-query'
import { listFamilies } from '#contract/dispositivos'
import { inventarioUbicaciones } from '#contract/inventario'
import { listEmpresas } from '#contract/sesion'
import { llamar } from './api'

const FRESCO_MS = 60_000

/** What lists of devices are narrowed to: families and locations. */
export const CLAVE_OPCIONES = ['opciones'] as const

export const familiasQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE_OPCIONES, 'familias', empresa],
    queryFn: async ({ signal }) => (await llamar(listFamilies, { query: { empresa }, signal })).data,
    staleTime: FRESCO_MS,
  })

/** Names of the locations. */
export const ubicacionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: [...CLAVE_OPCIONES, 'ubicaciones', empresa],
    queryFn: async ({ signal }) => (await llamar(inventarioUbicaciones, { query: { empresa }, signal })).data,
    staleTime: FRESCO_MS,
  })

/** The companies that the session may name. */
export const empresasQuery = queryOptions({
  queryKey: ['empresas'],
  queryFn: ({ signal }) => llamar(listEmpresas, { signal }),
  staleTime: 300_000,
})
