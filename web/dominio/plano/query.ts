import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'

const RECIENTE_MS = 300_000

/** The floor plan of a company, read-only. */
export const planoQuery = (empresa: number) =>
  queryOptions({
    queryKey: ['plano', 'visto', empresa],
    queryFn: ({ signal }) => call(api.listUbicaciones, { query: { empresa }, signal }),
    staleTime: RECIENTE_MS,
  })
