import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'

const FRESCA_MS = 60_000

/** People who may be on something of a company, and what its incidents can be filtered by. */
export const opcionesQuery = (empresa: number | undefined) =>
  queryOptions({
    queryKey: ['incidencias', 'opciones', empresa],
    queryFn: ({ signal }) => call(api.listOpcionesIncidencia, { query: { empresa }, signal }),
    staleTime: FRESCA_MS,
  })
