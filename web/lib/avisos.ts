import { queryOptions } from '@tanstack/react-query'
import { call } from './api/api'
import { api } from './api/llamadas'

/** Prefix of the query keys of all notices. */
export const CLAVE_AVISOS = ['avisos'] as const
const SONDEO_MS = 60_000

export const sinLeerQuery = queryOptions({
  queryKey: [...CLAVE_AVISOS, 'sin_leer'],
  queryFn: async ({ signal }) => (await call(api.countAvisos, { signal })).sin_leer,
  refetchInterval: SONDEO_MS,
})
